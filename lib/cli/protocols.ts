// The protocols over pipes, in one bundle because their libraries share most of their code.
export { converse } from './acp-client.js'
export { serve } from './mcp-server.js'
