// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a shell reads them
// What is planned, against every way to write, empty, forge or take it away beside the CLI; and the ordinary ways that stay.
import { describe, expect, it } from 'vitest'
import { changedBy, concernsPlans } from '../../lib/hooks/checks/changed.js'
import { planningGate } from '../../lib/hooks/checks/planning-gate.js'
import { patchedFiles } from '../../lib/hooks/patch.js'
import type { Surroundings } from '../../lib/hooks/surroundings.js'
import { diskProject } from '../support/disk-around.js'
import { ask, hookEvent, kinds, SAID_NOTHING, toolUse } from '../support/hooks.js'
import { ORDINARY } from '../support/shell-lines.js'

const PHASES = Array.from({ length: 60 }, (_, n) => `- [ ] **Phase ${n + 1}: Part ${n + 1}** - Do part ${n + 1}`)
const ROADMAP = `# Roadmap: X\n\n## Phases\n\n${PHASES.join('\n')}\n`
const FILES: Readonly<Record<string, string>> = {
  '.planning/ROADMAP.md': ROADMAP,
  '.planning/STATE.md': '# Project State\n\n## Current Position\n\nPhase: 1 of 60 (Part 1)\n',
  '.planning/ledger.jsonl': '{}\n',
  '.planning/journal/2026-01.jsonl': '{}\n',
  '.planning/.runtime/claims/plan-phase--1': '{}',
  '.planning/.runtime/drafts/c1/01-01-PLAN.md': 'x\n',
  '.planning/phases/01-a/01-01-PLAN.md': '---\nphase: 01-a\nplan: 01\n---\n\n# x\n',
  '.planning/phases/01-a/01-01-VERIFY.json': '{}\n',
  '.planning/phases/01-a/sketch.txt': 'x\n',
  '.planning/sketches/old/notes.txt': 'x\n',
  'README.md': 'x\n',
  'src/a.ts': 'x\n',
}

const { root, around } = diskProject(FILES, { plans: '.planning', 'src/phases': '../.planning/phases' })

const judged = async (part: Partial<ReturnType<typeof toolUse>>, cwd = root) => {
  const event = hookEvent({ cwd, tools: [toolUse(part)] })
  return { found: kinds(await ask(planningGate, event, around)), isDue: changedBy(event, around).some(concernsPlans) }
}
const shell = (command: string) => judged({ name: 'Bash', action: 'shell', command })
const writing = (path: string, content: string) => judged({ path, content })

/** What no write may do, by tool. */
const WRITES: readonly (readonly [string, string, string])[] = [
  ['.planning/ROADMAP.md', '', 'PLANNING_SHRINK'],
  ['.planning/STATE.md', '\n', 'PLANNING_SHRINK'],
  ['.planning/phases/01-a/01-01-PLAN.md', '', 'PLANNING_SHRINK'],
  ['.planning/ROADMAP.md', '# Roadmap: X\n', 'PLANNING_SHRINK'],
  ['.PLANNING/ROADMAP.md', '# Roadmap: X\n', 'PLANNING_SHRINK'],
  ['.Planning/roadmap.md', '', 'PLANNING_SHRINK'],
  ['plans/ROADMAP.md', '# Roadmap: X\n', 'PLANNING_SHRINK'],
  ['src/phases/01-a/01-01-PLAN.md', '', 'PLANNING_SHRINK'],
  ['src/phases/01-a/01-02-PLAN.md', '---\nphase: 01-a\nplan: a: b\n---\n', 'PLANNING_UNREADABLE'],
  ['.planning/../.planning/ROADMAP.md', '', 'PLANNING_SHRINK'],
  ['.planning/phases/01-a/01-01-VERIFY.json', '{}', 'PLANNING_OWNED'],
  ['.planning/phases/01-a/01-02-VERIFY.json', '{}', 'PLANNING_OWNED'],
  ['.planning/phases/02-b/VERIFY.json', '{}', 'PLANNING_OWNED'],
  ['.planning/phases/01-a/01-01-verify.json', '{}', 'PLANNING_OWNED'],
  ['.planning/ledger.jsonl', '{}', 'PLANNING_OWNED'],
  ['.planning/workstreams/w/ledger.jsonl', '{}', 'PLANNING_OWNED'],
  ['.planning/journal/2026-01.jsonl', '', 'PLANNING_OWNED'],
  ['.planning/.runtime/claims/x', '{}', 'PLANNING_OWNED'],
  ['.planning/.runtime/tx/1/intent.json', '{}', 'PLANNING_OWNED'],
  ['.planning/.runtime/hooks/s1.json', '{}', 'PLANNING_OWNED'],
  ['.planning/.lock', '{}', 'PLANNING_OWNED'],
  ['.planning/.gsd-allow-shrink', '', 'PLANNING_OWNED'],
  ['.planning/.gsd-allow-shrink', 'x', 'PLANNING_OWNED'],
  ['plans/ledger.jsonl', '{}', 'PLANNING_OWNED'],
]

/** The same by a shell. */
const LINES: readonly (readonly [string, string])[] = [
  ['rm -rf .planning', 'PLANNING_REMOVED'],
  ['tar --remove-files -cf x.tar .planning', 'PLANNING_REMOVED'],
  ['zip -m x.zip -r .planning', 'PLANNING_REMOVED'],
  ['rsync -a --delete src/ .planning/', 'PLANNING_REMOVED'],
  ['rsync -a --remove-source-files .planning/ x/', 'PLANNING_REMOVED'],
  ['env -C .planning tee ledger.jsonl < README.md', 'PLANNING_OWNED'],
  ['git -C .planning rm ledger.jsonl', 'PLANNING_OWNED'],
  ['git -C .planning rm ROADMAP.md', 'PLANNING_REMOVED'],
  ['shuf -o .planning/ledger.jsonl README.md', 'PLANNING_OWNED'],
  ['curl -D .planning/ledger.jsonl https://example.com', 'PLANNING_OWNED'],
  ['curl -c .planning/ledger.jsonl https://example.com', 'PLANNING_OWNED'],
  ['wget -o .planning/ledger.jsonl https://example.com', 'PLANNING_OWNED'],
  ['gcc -o .planning/ledger.jsonl a.c', 'PLANNING_OWNED'],
  ['xxd -r a.txt .planning/ledger.jsonl', 'PLANNING_OWNED'],
  ['iconv -o .planning/ledger.jsonl README.md', 'PLANNING_OWNED'],
  ['pandoc -o .planning/ROADMAP.md README.md', 'PLANNING_UNSEEN'],
  ['zip .planning/ledger.jsonl README.md', 'PLANNING_OWNED'],
  ['tar -czf .planning/ledger.jsonl README.md', 'PLANNING_OWNED'],
  ['tar cf .planning/ledger.jsonl README.md', 'PLANNING_OWNED'],
  ['git config -f .planning/ledger.jsonl a.b c', 'PLANNING_OWNED'],
  ['git bundle create .planning/ledger.jsonl HEAD', 'PLANNING_OWNED'],
  ['script .planning/ledger.jsonl -c ls', 'PLANNING_OWNED'],
  ['time -o .planning/ledger.jsonl ls', 'PLANNING_OWNED'],
  ['find . -fprint .planning/ledger.jsonl', 'PLANNING_OWNED'],
  ['npx rimraf .planning', 'PLANNING_REMOVED'],
  ['set -- .planning; rm -rf "$1"', 'PLANNING_REMOVED'],
  ['a=(.planning); rm -rf "${a[@]}"', 'PLANNING_REMOVED'],
  ['$SUDO rm -rf .planning', 'PLANNING_REMOVED'],
  ['d=xx.planning; rm -rf ${d#xx}', 'PLANNING_REMOVED'],
  ['poetry run rm -rf .planning', 'PLANNING_REMOVED'],
  ['flock l -c "rm -rf .planning"', 'PLANNING_REMOVED'],
  ['git bisect run rm -rf .planning', 'PLANNING_REMOVED'],
  ['fd . .planning -x rm', 'PLANNING_REMOVED'],
  ['rm -rf ./.planning/', 'PLANNING_REMOVED'],
  ['rm -rf .PLANNING', 'PLANNING_REMOVED'],
  ['rm -rf .plan*', 'PLANNING_REMOVED'],
  ['rm -rf .planning/*', 'PLANNING_REMOVED'],
  ['rm -rf "$PWD/.planning"', 'PLANNING_REMOVED'],
  ['rm -rf "$PWD"', 'PLANNING_REMOVED'],
  ['rm -rf .', 'PLANNING_REMOVED'],
  ['cd .. && rm -rf project', 'PLANNING_REMOVED'],
  ['cd .planning && rm ROADMAP.md', 'PLANNING_REMOVED'],
  ['rm .planning/ROADMAP.md', 'PLANNING_REMOVED'],
  ['rm plans/ROADMAP.md', 'PLANNING_REMOVED'],
  ['rm -r .planning/phases/01-a', 'PLANNING_REMOVED'],
  ['/bin/rm -rf .planning', 'PLANNING_REMOVED'],
  ['sudo rm -rf .planning', 'PLANNING_REMOVED'],
  ['bash -c "rm -rf .planning"', 'PLANNING_REMOVED'],
  ['true && rm -rf .planning', 'PLANNING_REMOVED'],
  ['echo $(rm -rf .planning)', 'PLANNING_REMOVED'],
  ['echo .planning | xargs rm -rf', 'PLANNING_REMOVED'],
  ['D=.planning; rm -rf $D', 'PLANNING_REMOVED'],
  ['for f in .planning/*.md; do rm "$f"; done', 'PLANNING_REMOVED'],
  ['find .planning -delete', 'PLANNING_REMOVED'],
  ["find .planning -name '*.md' -delete", 'PLANNING_REMOVED'],
  ['find .planning -type f -exec rm {} +', 'PLANNING_REMOVED'],
  ['git rm -rf .planning', 'PLANNING_REMOVED'],
  ['git rm .planning/ROADMAP.md', 'PLANNING_REMOVED'],
  ['git mv .planning/ROADMAP.md docs.md', 'PLANNING_REMOVED'],
  ['mv .planning /tmp/x', 'PLANNING_REMOVED'],
  ['mv .planning/ROADMAP.md old.md', 'PLANNING_REMOVED'],
  ['unlink .planning/STATE.md', 'PLANNING_REMOVED'],
  ['shred -u .planning/STATE.md', 'PLANNING_REMOVED'],
  ['> .planning/ROADMAP.md', 'PLANNING_SHRINK'],
  [': > .planning/ROADMAP.md', 'PLANNING_SHRINK'],
  ['true > .planning/ROADMAP.md', 'PLANNING_SHRINK'],
  ['echo > .planning/ROADMAP.md', 'PLANNING_SHRINK'],
  ['echo -n "" >| .planning/ROADMAP.md', 'PLANNING_SHRINK'],
  ['echo x 1<> .planning/ROADMAP.md', 'PLANNING_SHRINK'],
  ['truncate -s 0 .planning/ROADMAP.md', 'PLANNING_SHRINK'],
  ['cat > .planning/ROADMAP.md <<EOF\n# Roadmap: X\nEOF', 'PLANNING_SHRINK'],
  ["cat <<'EOF' > .planning/ROADMAP.md\n# Roadmap: X\nEOF", 'PLANNING_SHRINK'],
  ['tee .planning/ROADMAP.md <<< "# Roadmap: X"', 'PLANNING_SHRINK'],
  ['echo "# Roadmap: X" | tee .planning/ROADMAP.md', 'PLANNING_SHRINK'],
  ['echo "# Roadmap: X" > plans/ROADMAP.md', 'PLANNING_SHRINK'],
  ['printf "# Roadmap: %s\\n" X > .planning/ROADMAP.md', 'PLANNING_SHRINK'],
  ['cp README.md .planning/ROADMAP.md', 'PLANNING_SHRINK'],
  ['cp -f README.md plans/ROADMAP.md', 'PLANNING_SHRINK'],
  ['mv README.md .planning/ROADMAP.md', 'PLANNING_SHRINK'],
  ['bash -c "echo x > .planning/ROADMAP.md"', 'PLANNING_SHRINK'],
  ["sed -i '2,$d' .planning/ROADMAP.md", 'PLANNING_SHRINK'],
  ["sed -i -e '/Phase/d' .planning/ROADMAP.md", 'PLANNING_SHRINK'],
  ['sed -i.bak d .planning/ROADMAP.md', 'PLANNING_SHRINK'],
  ['sed -ni 1p .planning/ROADMAP.md', 'PLANNING_SHRINK'],
  ["find . -name '*.md' -delete", 'PLANNING_REMOVED'],
  ["find . -name '*.md' -exec rm {} +", 'PLANNING_REMOVED'],
  ["find . -path './.planning/*' -delete", 'PLANNING_REMOVED'],
  ['find .planning -name "*.md" -exec sh -c \'rm "$1"\' _ {} \\;', 'PLANNING_REMOVED'],
  ['sh -c \'rm "$@"\' _ .planning/ROADMAP.md', 'PLANNING_REMOVED'],
  ['rm -rf "$(pwd)/.planning"', 'PLANNING_REMOVED'],
  ['rm -rf "$(git rev-parse --show-toplevel)/.planning"', 'PLANNING_REMOVED'],
  ['echo $(( $(rm -rf .planning; echo 1) ))', 'PLANNING_REMOVED'],
  ['gzip .planning/ROADMAP.md', 'PLANNING_REMOVED'],
  ['bash -c \'echo x > "$1"\' _ .planning/ledger.jsonl', 'PLANNING_OWNED'],
  ['cat README.md > >(tee .planning/ledger.jsonl)', 'PLANNING_OWNED'],
  ['uniq README.md .planning/ledger.jsonl', 'PLANNING_OWNED'],
  ['git diff --output=.planning/ledger.jsonl', 'PLANNING_OWNED'],
  ['git archive -o .planning/ledger.jsonl HEAD', 'PLANNING_OWNED'],
  ['ls() { rm -rf "$1"; }; ls .planning', 'PLANNING_REMOVED'],
  ['openssl enc -in README.md -out .planning/ledger.jsonl', 'PLANNING_OWNED'],
  ['find .planning -type f -exec sed -i d {} +', 'PLANNING_UNSEEN'],
  ['printf -- "---\\nphase: 01-a\\nplan: a: b\\n---\\n" > .planning/phases/01-a/01-02-PLAN.md', 'PLANNING_UNREADABLE'],
  ["cat > .planning/phases/01-a/01-02-PLAN.md <<'EOF'\n---\nphase: 01-a\nplan: a: b\n---\nEOF", 'PLANNING_UNREADABLE'],
  ["sed -i 's/plan: 01/plan: a: b/' .planning/phases/01-a/01-01-PLAN.md", 'PLANNING_UNREADABLE'],
  ["perl -pi -e 's/.*//' .planning/ROADMAP.md", 'PLANNING_UNSEEN'],
  ["awk -i inplace 'NR<3' .planning/ROADMAP.md", 'PLANNING_UNSEEN'],
  ['head -3 .planning/ROADMAP.md > .planning/ROADMAP.md', 'PLANNING_UNSEEN'],
  ['node make.js > .planning/ROADMAP.md', 'PLANNING_UNSEEN'],
  ['dd if=/dev/null of=.planning/ROADMAP.md', 'PLANNING_UNSEEN'],
  ['ln -sf /dev/null .planning/ROADMAP.md', 'PLANNING_UNSEEN'],
  ['sort -o .planning/ROADMAP.md README.md', 'PLANNING_UNSEEN'],
  ['curl -o .planning/ROADMAP.md https://example.com', 'PLANNING_UNSEEN'],
  ["sed -i 'e touch /tmp/x' .planning/ROADMAP.md", 'PLANNING_UNSEEN'],
  ['touch .planning/.gsd-allow-shrink', 'PLANNING_OWNED'],
  ['> .planning/.gsd-allow-shrink', 'PLANNING_OWNED'],
  ['cp README.md .planning/.gsd-allow-shrink', 'PLANNING_OWNED'],
  ["echo '{}' > .planning/phases/01-a/01-02-VERIFY.json", 'PLANNING_OWNED'],
  ["echo '{}' >> .planning/ledger.jsonl", 'PLANNING_OWNED'],
  ['sed -i s/a/b/ .planning/ledger.jsonl', 'PLANNING_OWNED'],
  ['rm .planning/ledger.jsonl', 'PLANNING_OWNED'],
  ['rm -rf .planning/journal', 'PLANNING_REMOVED'],
  ['rm -rf .planning/.runtime', 'PLANNING_REMOVED'],
  ['rm .planning/.runtime/claims/plan-phase--1', 'PLANNING_OWNED'],
  ['rm -f .planning/.lock', 'PLANNING_OWNED'],
  ['cp /tmp/x.json .planning/phases/01-a/01-01-VERIFY.json', 'PLANNING_OWNED'],
]

describe('what is planned', () => {
  it.each(WRITES)('is not written as %s: %j', async (path, content, code) => {
    expect(await writing(path, content)).toEqual({ found: [`deny ${code}`], isDue: true })
  })

  it.each(LINES)('is not changed by: %s', async (command, code) => {
    expect(await shell(command)).toEqual({ found: [`deny ${code}`], isDue: true })
  })

  it('is not taken away or cut by a patch', async () => {
    const patch = (body: string) =>
      hookEvent({
        cwd: root,
        tools: patchedFiles(`*** Begin Patch\n${body}\n*** End Patch`).map((file) =>
          toolUse({ ...file, action: file.content === null ? 'edit' : 'write' }),
        ),
      })
    const found = async (body: string) => kinds(await ask(planningGate, patch(body), around))
    expect(await found('*** Delete File: .planning/ROADMAP.md')).toEqual(['deny PLANNING_SHRINK'])
    expect(await found('*** Update File: .planning/ROADMAP.md\n*** Move to: old.md')).toEqual(['deny PLANNING_SHRINK'])
    const cut = PHASES.map((line) => `-${line}`).join('\n')
    expect(await found(`*** Update File: .planning/ROADMAP.md\n@@\n ## Phases\n \n${cut}`)).toEqual([
      'deny PLANNING_SHRINK',
    ])
    expect(await found(`*** Update File: .planning/ROADMAP.md\n@@\n-${PHASES[0]}\n+${PHASES[0]}!`)).toEqual([])
  })

  it('is refused with what to call instead, and never with what would allow it', async () => {
    for (const [command] of LINES) {
      const { findings } = await ask(
        planningGate,
        hookEvent({ cwd: root, tools: [toolUse({ name: 'Bash', action: 'shell', command })] }),
        around,
      )
      const text = findings.map((one) => ('text' in one ? one.text : '')).join('')
      expect(text).toMatch(/gsd-tools|write instead|the user/)
      expect(text).not.toMatch(/touch |config set|GSD_ALLOW/)
    }
  })
})

describe('a permission to shorten', () => {
  const shrink = (part: Partial<Surroundings>) =>
    ask(
      planningGate,
      hookEvent({ cwd: root, tools: [toolUse({ path: '.planning/ROADMAP.md', content: '# Roadmap: X\n' })] }),
      { ...around, ...part },
    )
  const given = (at: number): Partial<Surroundings> => ({
    project: around.project === null ? null : { ...around.project, writtenAt: () => at },
  })

  it('counts where a person has just given it', async () => {
    expect(await shrink(given(999_000))).toEqual({ ...SAID_NOTHING, did: [['spend']] })
  })

  it('that came with the tree, or is dated in the future, is none', async () => {
    expect(kinds(await shrink({ ...given(999_000), tracked: () => true }))).toEqual(['deny PLANNING_SHRINK'])
    expect(kinds(await shrink(given(9_000_000)))).toEqual(['deny PLANNING_SHRINK'])
  })
})

describe('ordinary work', () => {
  it.each(ORDINARY)('passes: %s', async (command) => {
    expect((await shell(command)).found).toEqual([])
  })

  it.each([
    'cat .planning/ROADMAP.md',
    'ls -la .planning .planning/phases/*',
    'grep -rn "Phase 3" .planning',
    'git add .planning && git commit -m "docs: rm -rf .planning is refused"',
    'git diff .planning/ROADMAP.md',
    'git rm -r --cached .planning',
    'cp .planning/PROJECT.md .planning/.runtime/drafts/c1/PROJECT.md',
    'echo x > .planning/.runtime/drafts/c1/01-01-SUMMARY.md',
    "cat > .planning/.runtime/drafts/c1/01-01-VERIFY.json <<'EOF'\n{}\nEOF",
    'rm .planning/.runtime/drafts/c1/01-01-PLAN.md',
    'rm -rf .planning/.runtime/drafts/c1',
    'cp .planning/ROADMAP.md /tmp/roadmap.md',
    'cp -r .planning /tmp/backup',
    'tar czf backup.tgz .planning',
    'mkdir -p .planning/sketches/new && echo x > .planning/sketches/new/notes.txt',
    'rm .planning/phases/01-a/sketch.txt',
    'rm -r .planning/sketches/old',
    'touch .planning/ROADMAP.md',
    "sed -n '1,5p' .planning/ROADMAP.md",
    "sed -i 's/Part 3\\*/Part Three*/' .planning/ROADMAP.md",
    "sed -i 's/x/y/' .planning/phases/01-a/01-01-PLAN.md",
    'echo "- more" >> .planning/STATE.md',
    "cat > .planning/phases/01-a/01-02-PLAN.md <<'EOF'\n---\nphase: 01-a\nplan: 02\n---\n\n# y\nEOF",
    'node gsd-tools.cjs lint .planning/ROADMAP.md > out.json 2>&1',
    'rm -rf node_modules dist',
    'rm -rf ./*.log build/',
    'rm /tmp/.planning-note',
    'find . -name node_modules -prune -o -name "*.log" -delete',
  ])('passes: %s', async (command) => {
    expect((await shell(command)).found).toEqual([])
  })

  it('that cannot be judged before it is done is told how to be checked', async () => {
    expect((await shell('node make.js > .planning/phases/01-a/01-03-PLAN.md')).found).toEqual(['advice'])
  })
})
