// Collects the facts about each client from all test files and prints them as one table.
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the file to which tests append: one JSON document per line. */
    readonly clientFacts: string
  }
}

interface Fact {
  /** Client and scope. */
  readonly who: string
  readonly fact: string
  readonly value: string
}

export const recordFact = (who: string, fact: string, value: string | number): void =>
  appendFileSync(inject('clientFacts'), `${JSON.stringify({ who, fact, value: String(value) } satisfies Fact)}\n`)

const unique = (words: readonly string[]) => [...new Set(words)]

/** Returns a table with a row per client and scope and a column per fact; the last value counts. */
export function factTable(lines: readonly string[]): string {
  const facts = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Fact)
  const [rows, columns] = [unique(facts.map(({ who }) => who)).sort(), unique(facts.map(({ fact }) => fact))]
  const at = (who: string, column: string) =>
    facts.findLast((one) => one.who === who && one.fact === column)?.value ?? '–'
  const cells = [['client', ...columns], ...rows.map((who) => [who, ...columns.map((column) => at(who, column))])]
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => [...(row[column] ?? '')].length))) ?? []
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

let file = ''

export function setup(project: TestProject): void {
  file = join(mkdtempSync(join(tmpdir(), 'gsd-client-facts-')), 'facts.jsonl')
  project.provide('clientFacts', file)
}

export function teardown(): void {
  if (existsSync(file)) console.log(`\n${factTable(readFileSync(file, 'utf8').split('\n'))}\n`)
  rmSync(dirname(file), { recursive: true, force: true })
}
