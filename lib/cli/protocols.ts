// Protocols over pipes, with their libraries: the build puts them into one program that nothing else loads, because the libraries share most of their code.
export { converse } from './acp-client.js'
export { serve } from './mcp-server.js'
