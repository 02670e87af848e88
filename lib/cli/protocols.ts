// Protocols over pipes, in one program that nothing else loads: their libraries share most of their code.
export { converse } from './acp-client.js'
export { serve } from './mcp-server.js'
