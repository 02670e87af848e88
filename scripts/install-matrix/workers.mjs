// Deals jobs out to a few processes, so that the machine's cores share the columns.
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Runs every job in a process made from `program`; answers all verdicts. */
export async function runJobs(program, jobs, onJob) {
  const waiting = [...jobs]
  const verdicts = []
  const work = async () => {
    const child = fork(program, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    try {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        onJob(job.home, job.scope)
        await runJob(child, job, verdicts)
      }
    } finally {
      child.kill()
    }
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism(), jobs.length) }, work))
  return verdicts
}

const runJob = (child, job, verdicts) =>
  new Promise((resolve, reject) => {
    const done = (settle) => {
      child.off('message', onMessage)
      child.off('exit', onExit)
      settle()
    }
    const onMessage = (message) => {
      if (message.kind === 'verdict') verdicts.push(message.verdict)
      else {
        if (message.failure !== null)
          for (const cell of job.cells)
            verdicts.push({ ...cell, home: job.home, scope: job.scope, problems: [message.failure], skipped: null })
        done(resolve)
      }
    }
    const onExit = (code, signal) =>
      done(() => reject(new Error(`${job.home} ${job.scope}: ended with ${code ?? signal}`)))
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.send(job)
  })
