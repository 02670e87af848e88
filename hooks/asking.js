// Starts the hook program and reads its answer. Whatever goes wrong, the answer is empty.
import { spawn } from 'node:child_process'
import { program } from './in-project.js'

const read = (text) => {
  try {
    const fields = Object.entries(JSON.parse(text) ?? {})
    return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string' && value !== ''))
  } catch {
    return {}
  }
}

export const ask = (event, payload) =>
  new Promise((resolve) => {
    try {
      const text = JSON.stringify(payload)
      const args = [program, GSD_CLIENT, event]
      const child = spawn('node', args, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
      const end = (answer) => {
        clearTimeout(timer)
        resolve(answer)
      }
      const timer = setTimeout(() => {
        child.kill('SIGKILL')
        end({})
      }, GSD_MILLISECONDS)
      let output = ''
      child.stdout.setEncoding('utf8')
      child.stdout.on('data', (part) => (output += part))
      child.on('error', () => end({}))
      child.on('close', (code) => end(code === 0 ? read(output) : {}))
      child.stdin.on('error', () => {})
      child.stdin.end(text)
    } catch {
      resolve({})
    }
  })

// Messages by session that wait for the next event whose reply can carry text.
const waiting = new Map()
export const queueMessages = (session, { advice, message }) => {
  const texts = [advice, message].filter(Boolean)
  if (texts.length > 0) waiting.set(session, [...(waiting.get(session) ?? []), ...texts])
}
export const takeMessages = (session) => {
  const texts = waiting.get(session) ?? []
  waiting.delete(session)
  return texts.join('\n\n')
}
