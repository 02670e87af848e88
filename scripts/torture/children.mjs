// Programs of a run, and the trees they work on.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export function plant(root, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** Runs node to its end, or kills it so many milliseconds after its first word. */
export function child(argv, cwd, env, killAfter) {
  return new Promise((resolve) => {
    const started = spawn(process.execPath, argv, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    let timer
    started.stdout.on('data', (bytes) => {
      stdout += bytes
      if (killAfter !== null) timer ??= setTimeout(() => started.kill('SIGKILL'), killAfter)
    })
    started.stderr.on('data', (bytes) => {
      stderr += bytes
    })
    started.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code, signal, stdout, stderr })
    })
  })
}
