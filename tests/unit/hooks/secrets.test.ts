// Secret files: refused reads, and ordinary work that passes.
import { describe, expect, it } from 'vitest'
import type { ToolUse } from '../../../lib/hooks/check.js'
import { secretGuard } from '../../../lib/hooks/checks/secrets.js'
import { hookEvent, kindsOf, runCheck, surroundingsWith, toolUse } from '../../support/hooks.js'

const HOME = '/home/a'
const around = surroundingsWith({}, {}, { real: (path) => (path === '/work/p/notes.txt' ? '/work/p/.env' : path) })
const findingsOf = async (part: Partial<ToolUse>) =>
  kindsOf(await runCheck(secretGuard, hookEvent({ tools: [toolUse(part)] }), around))
const shell = (command: string) => findingsOf({ action: 'shell', command })
const REFUSED = ['deny SECRET_FILE']

describe('a line of shell', () => {
  it.each([
    'cat .env',
    'cd x && head -n 3 "config/.env.local"',
    "bash -lc 'cat .env'",
    'cat < .env',
    'cat .env | head -3',
    "sh -c 'cat .env' | head -3",
    "sh -c 'npm test'; cat .env",
    'cat .env | grep KEY',
    'cat notes.txt',
    'cat .env*',
    'grep -n KEY .env',
    'rg -i key .env.production',
    'sudo cat ~/.ssh/id_ed25519',
    'cat "$HOME/.ssh/id_work"',
    'base64 ~/.aws/credentials',
    'cat ~/.npmrc',
    'cat ~/.netrc; ls',
    `cat .env; ${'echo x; '.repeat(30_000)}`,
    'Get-Content .env',
  ])('that prints a secret file is refused: %s', async (command) => {
    expect(await shell(command)).toEqual(REFUSED)
  })

  it.each([
    'set -a && source .env && npm start',
    'source .env && npm start',
    'set -a; . ./.env; set +a',
    "export $(grep -v '^#' .env | xargs)",
    'cut -d= -f1 .env',
    'cat .env | cut -d= -f1',
    "sed 's/=.*//' .env",
    'grep -o "^[A-Z_]*" .env',
    'grep -q PORT .env && echo set',
    'grep -c . .env',
    'cat .npmrc',
    'cat ca.pem',
    'cat certs/server.pem slides.key',
    'grep -r TODO .env.example',
    'cat .env.example .env.test',
    'cat .env.example .env.shared > .env',
    "sh -c 'cat .env' > copy",
    "sh -c 'cat .env' | cut -d= -f1",
    'cat ~/.ssh/id_ed25519.pub ~/.ssh/config',
    'cat src/env.ts src/id_utils.ts docs/credentials.md',
    'cat ~/.kube/config-example',
    'grep -rn process.env src',
    'grep -n ".env" .gitignore',
    'rg "import.meta.env"',
    'echo "cat .env"',
    "git commit -m 'docs: never cat .env'",
    "git commit -m \"$(cat <<'EOF'\nfeat: read .env\n\nIt's; cat .env\nEOF\n)\"",
    "cat > README.md <<'EOF'\n    cp .env.example .env\n    cat .env\nEOF",
    "cat > .env <<'EOF'\nPORT=3000\nEOF",
    'echo "PORT=3000" >> .env',
    '[ -f .env ] || cp .env.example .env',
    'ls -la .env && stat .env && wc -l < .env',
    'git add .env.example && git check-ignore .env',
    'cp .env ../other/.env',
    'rm -f .env.local',
    'diff -q .env .env.example',
    'ssh -i ~/.ssh/id_rsa host uptime',
    'docker run --rm --env-file=.env img',
    'node --env-file=.env app.js',
    'cat .env | docker login --password-stdin',
    'find . -name ".env*" -not -name "*.example"',
    'openssl x509 -in cert.pem -noout -subject',
    'arr=(a b c); echo $arr',
    'case $x in a) cat a.txt;; esac',
    'diff <(sort a.txt) <(sort b.txt)',
    'if grep -q foo .env; then echo y; fi',
    `cat ${'a/ '.repeat(60_000)}`,
    `cat ${'<<A\n'.repeat(2_000)}`,
    'echo "unfinished',
    '',
  ])('of ordinary work passes: %s', async (command) => {
    expect(await shell(command)).toEqual([])
  })
})

describe('a tool that reads or searches', () => {
  it.each([
    '.env',
    './src/../.env',
    'config/.env.local',
    'notes.txt',
    '.git-credentials',
    `${HOME}/.npmrc`,
    '/home/b/.ssh/id_work',
    '/home/b/.aws/credentials',
    '/home/b/.kube/config',
    `${HOME}/.gsd/secrets/BRAVE_API_KEY`,
  ])('is refused %s', async (path) => {
    expect(await findingsOf({ action: 'read', path })).toEqual(REFUSED)
  })

  it.each(['.env.example', '.npmrc', 'ca.pem', 'slides.key', 'src/env.ts', '.env.d.ts', 'a.pub', 'id_rsa.pub'])(
    'reads %s',
    async (path) => {
      expect(await findingsOf({ action: 'read', path })).toEqual([])
    },
  )

  it.each([
    ['.env', REFUSED],
    ['**/.env*', REFUSED],
    ['*.ts', []],
    ['*', []],
    ['src/**/*.{ts,tsx}', []],
  ])('with the pattern %s: %j', async (glob, found) => {
    expect(await findingsOf({ action: 'grep', path: '.', globs: [glob] })).toEqual(found)
  })
})
