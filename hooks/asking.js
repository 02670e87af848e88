// Starts the hook program and reads its answer; whatever goes wrong, nothing was said.
import { spawn } from 'node:child_process'
import { program } from './in-project.js'

const read = (text) => {
  try {
    const said = Object.entries(JSON.parse(text) ?? {})
    return Object.fromEntries(said.filter(([, one]) => typeof one === 'string' && one !== ''))
  } catch {
    return {}
  }
}

export const ask = (event, payload) =>
  new Promise((resolve) => {
    try {
      const text = JSON.stringify(payload)
      const words = [program, GSD_CLIENT, event]
      const child = spawn('node', words, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
      const end = (said) => {
        clearTimeout(timer)
        resolve(said)
      }
      const timer = setTimeout(() => {
        child.kill('SIGKILL')
        end({})
      }, GSD_MILLISECONDS)
      let said = ''
      child.stdout.setEncoding('utf8')
      child.stdout.on('data', (part) => (said += part))
      child.on('error', () => end({}))
      child.on('close', (code) => end(code === 0 ? read(said) : {}))
      child.stdin.on('error', () => {})
      child.stdin.end(text)
    } catch {
      resolve({})
    }
  })

// What is to be told waits for a place where it can be said.
const waiting = new Map()
export const tell = (session, { advice, message }) => {
  const texts = [advice, message].filter(Boolean)
  if (texts.length > 0) waiting.set(session, [...(waiting.get(session) ?? []), ...texts])
}
export const told = (session) => {
  const texts = waiting.get(session) ?? []
  waiting.delete(session)
  return texts.join('\n\n')
}
