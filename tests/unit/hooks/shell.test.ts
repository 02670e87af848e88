// Which lines of shell are told by a look: none that the reader of lines would have anything to say about, and most of a day's work.
import { describe, expect, it } from 'vitest'
import { normalPath } from '../../../lib/hooks/checks/paths.js'
import { shellReader } from '../../../lib/hooks/shell/reader.js'
import { changedByLine, needsReading } from '../../../lib/hooks/shell.js'
import { diskProject } from '../../support/disk-around.js'
import { hookEvent, toolUse } from '../../support/hooks.js'
import { type Random, randomOf } from '../../support/random.js'
import { SECRET_READS } from '../../support/shell-lines.js'

const FILES = [
  '.env',
  'docs/a.md',
  'config/.env.local',
  'prod.env',
  'src/a.ts',
  'src/b c.ts',
  'lib/x.ts',
  'certs/server.key',
]
const LINKS: Readonly<Record<string, string>> = {
  'notes.txt': '.env',
  linked: 'config',
  '-n': '.env',
  '20': 'certs/server.key',
  own: '../.gsd',
  'src/key.txt': '../../.gsd/key',
  'docs/linked.ts': '../.env',
  'docs/b c.ts': '../.env',
}

const { root, around } = diskProject(
  Object.fromEntries([...FILES, '../.gsd/key', '.planning/STATE.md'].map((path) => [path, 'x\n'])),
  LINKS,
)

/** A text of several lines, as a shell puts it in the place of a call. */
const linesOf = (text: string): string => `$(cat <<'EOF'\n${text}\nEOF\n)`

const isRead = (line: string): boolean => needsReading(line, root, around)

/** What the reader of lines says of one beside the files that a look says are changed, in a word; null: nothing. */
function saidOf(line: string): string | null {
  const event = hookEvent({ cwd: root, tools: [toolUse({ name: 'Bash', action: 'shell', command: line })] })
  try {
    const told = changedByLine(line, root, around) ?? []
    const changed = shellReader
      .changed(event, around)
      .find(({ absolute }) => absolute !== '/dev/null' && !told.includes(absolute))
    const secret = shellReader.secret(event, around)
    return shellReader.own(event, around)?.code ?? (secret === null ? null : 'SECRET') ?? changed?.absolute ?? null
  } catch {
    return 'NOT JUDGED'
  }
}

describe('a line of shell', () => {
  it.each([
    'npm test && git status',
    'git commit -m "feat: it starts"',
    "git add . && git commit -am 'fix: it ends' --no-edit",
    'echo "done" && mkdir -p "my folder" && cd "my folder"',
    'npm "test" -- src/a.test.ts 2>&1',
    'git add "src/a b.ts"',
    '"ls" \'src\'',
    'cat src/a.ts',
    'sed -n 1,80p lib/x.ts',
    "sed -n '1,80p' lib/x.ts",
    'grep -rn foo lib | head -20',
    'grep -rn "foo bar" src lib --exclude-dir=dist 2>/dev/null | sort | uniq -c',
    'rg -n "needs|Reading" lib',
    'cd src && cat a.ts',
    'cd app && npm test 2>&1 | tail -5',
    'git diff HEAD~1 -- lib',
    'git --no-pager log --oneline -5',
    'git show HEAD:src/a.ts | head -40',
    'grep --include="*.ts" -rn x src',
    "grep -rn x . --include='*.json' --include=\"*.md\" --exclude='*.js'",
    'find src -name "*.ts" -not -path "*/dist/*" | wc -l',
    "git log --oneline | awk '{print $1}'",
    "cat package.json | jq '.scripts'",
    'npx vitest run tests/unit/a.test.ts >/dev/null 2>&1',
    'wc -l src/a.ts; ls -la src',
    `git add -A && git commit -q -m "${linesOf("feat: it starts\n\nIt's so (see a.ts); cat .env")}" && git status`,
    `git commit -m "${linesOf(`feat: it starts\n${'long\n'.repeat(300)}`)}"`,
  ])('is told by a look where nothing in it could matter: %s', (line) => {
    expect([isRead(line), saidOf(line)]).toEqual([false, null])
  })

  it.each([
    'cat src/*.ts',
    'cat lib/* docs/a* docs/*.md',
    'ls *.ts; ls -la certs/* **/*.key',
    'wc -l src/*.ts lib/**/*.ts | tail -1',
    'grep -n x src/*.ts lib/*.ts',
    'grep -rn export.*foo src',
    'grep -rn --include=*.ts x .',
    'cd src && head -5 *.ts',
    'git add src/*.ts && git commit -m "feat: it starts"',
    'git diff HEAD~1 -- src/*.ts',
    'sed -n 1,80p lib/*.ts',
    'cat "src"/*.ts',
    'cat gone/*.ts',
  ])('is told by a look where all that fits its patterns is ordinary: %s', (line) => {
    expect([isRead(line), saidOf(line)]).toEqual([false, null])
  })

  it.each([
    'cat docs/*.ts',
    'cat docs/*',
    'cat docs/l*',
    'cat docs/*d.ts',
    'cat docs/*k*.ts',
    'cd g*; cd ..; cat a.ts',
    'cat certs/s*.key',
    'cat *',
    'cd docs && cat *.ts',
    'cd src/.. && grep -n x docs/*.ts',
    'cd d* && cat linked.ts',
    'cat */linked.ts',
    'cat d*/linked.ts',
    'cat d*cs/*.ts',
    'cat */*.ts',
    'grep x d*/*',
    'cat */../docs/linked.ts',
    'grep *.txt src/a.ts',
    'grep docs/"b c"*.ts src/a.ts',
    'grep docs/*" c".ts src/a.ts',
    'sed -n 1p docs/*.ts',
    'git grep x docs/*.ts',
    'git diff --no-index src/a.ts docs/*.ts',
    'cat own/*',
    'cat src/*',
    'cat src/k*',
    'cat linked/*.local',
  ])('is read where a name that fits its pattern leads elsewhere: %s', (line) => {
    expect(isRead(line)).toBe(true)
  })

  it.each(SECRET_READS)('is read where it could show a secret: %s', (line) => {
    expect(isRead(line)).toBe(true)
  })

  it.each([
    'cat notes.txt',
    'cat src/key.txt',
    'cd src && cat key.txt',
    'cd src; cat ../notes.txt',
    'grep -n x notes.txt',
    'sed -n 1p notes.txt',
    'head -20 own/key',
    'git diff -- linked/.env.local',
    'grep -rn x --include="*.txt" .',
    'cd src && grep -rn x --include="*.txt" .',
  ])('is read where a name leads elsewhere: %s', (line) => {
    expect(isRead(line)).toBe(true)
  })

  it.each([
    'c"a"t .env',
    '"cat" .env',
    'npm "exec" cat .env',
    'npm e"xe"c cat .env',
    'npx -c "cat .env"',
    'npx cat .env',
    'node -e "1 + 1"',
    'git commit -F ".env"',
    'git commit -F .env -m "x"',
    'git commit -m "x" --file .env',
    'git commit --fil .env',
    'git add --pathspec-from-file .env',
    'git add --pathspec-from-file ".env"',
    'git fetch --upload-pack "cat .env" .',
    'git submodule foreach cat .env',
    'node gsd-tools.cjs check run --trust sha256',
    'echo "cat .env" | sh',
    'echo "all: ; cat .env" | make -f -',
    'ls 2>&1x',
    'echo "a" >| b.txt',
    'echo "a" &> b.txt',
    'echo a > "b c.txt"',
    'echo a > *.txt',
    'echo a > b.txt>c.txt',
    'echo a=>b.txt',
    'echo a >',
    'cat > .env',
    'cat > own/x',
    'cd "$X"; echo a > b.txt',
    'cd gone*; echo a > b.txt',
    'rm -rf *',
    'rm -t src a',
    'cp -t src lib/x.ts',
    'cp src/a.ts .env',
    'mv own/key x',
    'touch -d "1 day ago" a.txt',
    'rm "b c.txt"',
    'rm -rf ..',
    'rm -rf /',
    'touch a,b',
    'echo "$(cat .env)"',
    'echo "multi\nline"; cat .env "x"',
    "echo 'multi\nline'; cat .env 'x'",
    'echo "a" \'b" ; cat .env "c',
    'git commit -m "a\\" ; cat .env "',
    'echo "x" & "cat" .env',
    `git commit -m "${linesOf('a\nEOF\ncat .env\nEOF\nx')}"`,
    `git commit -m "${linesOf('EOF\ncat .env')}"`,
    `git commit -m "${linesOf('a "$(cat .env)"')}"`,
    `git commit -m "${linesOf('a\\')}"`,
    `git commit -m "${linesOf('a').replaceAll("'", '')}"`,
    `git commit -m ${linesOf('a .env')}`,
    `git commit -m "${linesOf('a')} .env"`,
    `echo '"${linesOf("x'; cat .env; echo 'y")}"'`,
    `echo "a "${linesOf('cat .env')}" b"`,
    `echo '"${linesOf("x'\ncat .env\necho 'y")}"'`,
    `git -c "${linesOf('core.pager=cat .env')}" log`,
    `echo "${linesOf('cat .env')}" | sh`,
    `cat "${linesOf('.env')}"`,
    'sed -i 1d src/a.ts',
    'sort -o src/a.ts src/a.ts',
    'find . -name "*.ts" -delete',
    'grep "--file=my .env" src/a.ts',
    'grep -rn --include="*.env" x .',
    'grep -rn --include="*.local" x .',
    'grep -rn --include="*.pem" x .',
    "grep -rn --include='*.ts''*' x .",
    'grep -rn --include="*.c"redentials x .',
    'grep -rn --include="*.ts\' x .',
    'grep -rn "a --include="*.ts" b" src/a.ts',
    'cat "$X --include="*.ts" "',
    'grep -rn --include=*.pem x .',
    'grep -rn --include=*.ts* x .',
    'grep -rn --includ*.ts x .',
    'node gsd-tools.cjs check run --tr* sha256',
    'npm -* cat .env',
    'cat "a b"*.ts',
    'cat *"a b".ts',
    'grep -e x .env',
    'awk -F"a .env" 1 src/a.ts',
    'cat src\u00a0.env',
    'cat src\r.env',
  ])('is read where quotes, options or signs could hide an order: %j', (line) => {
    expect(isRead(line)).toBe(true)
  })
})

describe('a line that changes files', () => {
  it.each([
    ['echo "a" > b.txt', ['b.txt']],
    ['ls >/dev/null.txt', null],
    ['npm test > out.log 2>> "err.log"; ls 2>&1', ['out.log', 'err.log']],
    ['cd src && cat >a.out && rm -rf ../dist b', ['src/a.out', 'dist', 'src/b']],
    ['cp -r src/a.ts lib/x.ts docs', ['src/a.ts', 'lib/x.ts', 'docs', 'docs/a.ts', 'docs/x.ts', 'docs/docs']],
    ['npm test 2>&1 | tee -a out.log', ['out.log']],
    ['rm -rf .planning', ['.planning']],
  ] as const)('is told by a look, and whoever must know what is changed reads it: %s', (line, files) => {
    expect(changedByLine(line, root, around)).toEqual(
      files?.map((file) => normalPath(`${root}/${file}`)) ?? ['/dev/null.txt'],
    )
    expect([isRead(line), saidOf(line)]).toEqual([true, null])
  })
})

describe('every line', () => {
  const PROGRAMS =
    'cat head tail nl less diff cut tr grep egrep rg sed awk jq sort uniq pwd date python3 find cd cd echo mkdir ls wc stat file du test which true node tsc make pytest vitest gh npm pnpm yarn npx git git git git rm cp mv tee touch sh xargs parallel env sudo date foo'
  const VERBS =
    'commit add diff log show blame stash grep status push pull fetch branch switch checkout restore rev-parse ls-files remote rm mv archive config bisect submodule --no-pager -C'
  const OPTIONS =
    '-n -rn -20 -n20 -5 -e -f -i -o -c -F -t -x -g -m -am -E -A3 -la -l -v -name -type -exec -delete -path -F, -F: -- - + +5 --file --file=.env --regexp=x --output --output=out.ts --exec --exec=cat --include --include=.env --exclude-dir=dist --exclude --trust --stat --oneline --all --no-edit --pathspec-from-file --color -p -U3 --format=x --call inplace exec x run foreach vitest tsc gsd-tools'
  const WORDS =
    'foo src lib src/a.ts lib/x.ts a.txt 1,80p HEAD~1 HEAD:src/a.ts HEAD:.env main .. . ../project x=src/a.ts @a,b f 20 .env config/.env.local prod.env notes.txt linked linked/.env.local own own/key src/key.txt key.txt gone ../.gsd/key ~/.gsd/key ~root ./-n certs/server.key .planning/STATE.md /dev/null cat /c /bin/cat A=b $X *.ts .e* `cat`'
  const PATTERNS =
    '*.ts *.txt * .* src/* src/*.ts src/*.txt src/k* lib/x* docs/* docs/*.ts docs/l*.ts d*/linked.ts */linked.ts **/*.ts src/../docs/*.ts config/* config/.e* linked/* own/* certs/*.key cert*/s* -* --include=*.ts --exclude=*.key HEAD:*.ts x=docs/* @docs/*,b n* .en*'
  const CHOICES = ['ts', 'json', 'yaml', 'toml', 'txt', 'sh', 'env', 'local', 'pem', 'key'].flatMap((ending) => [
    `--include="*.${ending}"`,
    `--exclude='*.${ending}'`,
  ])
  const TEXTS = [
    '"foo bar"',
    "'1,80p'",
    '"*.ts"',
    '"a .env"',
    '"-e .env"',
    '"--file=a .env"',
    '"x =.env"',
    '".env"',
    "'notes.txt'",
    '"core.pager=cat .env"',
    '"a b/xargs"',
    "'{print $1}'",
    '"$X"',
    '"cat .env"',
    '"it\'s"',
    '"',
    "a'b",
    `"${linesOf("it's a\ntext .env")}"`,
    `"${linesOf('cat .env')}"`,
    `"${linesOf('a\nEOF\ncat .env')}"`,
    linesOf('.env'),
  ]
  const SIGNS = [
    '|',
    '|',
    '&&',
    ';',
    '||',
    '&',
    '\n',
    '|&',
    '2>&1',
    '>/dev/null',
    '2>/dev/null',
    '2>&1x',
    '> out.ts',
    '>> src/a.ts',
    '2>lib/x.ts |',
    '> notes.txt',
    '> own/key',
    '>',
    '<',
  ]
  const of = (text: string) => text.split(' ')
  const POOLS: readonly (readonly string[])[] = [of(OPTIONS), of(WORDS), of(WORDS), of(PATTERNS), TEXTS, CHOICES]
  const [programs, verbs] = [of(PROGRAMS), of(VERBS)]

  /** Most words are of the ordinary kind, or no line would be plain. */
  function lineOf(random: Random): string {
    const commands = Array.from({ length: 1 + random.below(3) }, () => {
      const program = random.pick(programs)
      const words = Array.from({ length: random.below(5) }, () =>
        random.below(3) > 0
          ? random.pick(['-n', '-rn', 'src', 'src/a.ts', 'foo', 'lib'])
          : random.pick(random.pick(POOLS)),
      )
      return [program, ...(program === 'git' ? [random.pick(verbs)] : []), ...words].join(' ')
    })
    return commands
      .map((command) => `${command} ${random.pick(SIGNS)} `)
      .join('')
      .replace(/ \S+ $/, random.below(2) ? '' : '$&')
  }

  /** Whether a look passes it; of such a line the reader has nothing to say beside what is changed by it. */
  function passes(line: string): boolean {
    if (changedByLine(line, root, around) === null) return false
    expect([line, saidOf(line)]).toEqual([line, null])
    return true
  }

  it('of a program, an option and a name that a look passes says nothing to the reader', () => {
    const names = ['src/a.ts', '.env', 'notes.txt', 'own/key', 'cat .env']
    const starts = [...new Set(programs), ...verbs.map((verb) => `git ${verb}`)]
    const lines = starts.flatMap((start) =>
      [...of(OPTIONS), ...CHOICES].flatMap((option) => names.map((name) => `${start} ${option} ${name} lib/x.ts`)),
    )
    expect(lines.filter(passes).length).toBeGreaterThan(lines.length / 10)
  })

  it('of a program, an option and a pattern that a look passes says nothing to the reader', () => {
    const starts = [...new Set(programs), ...verbs.map((verb) => `git ${verb}`)]
    const lines = starts.flatMap((start) =>
      of(PATTERNS).flatMap((pattern) =>
        ['', 'x', '-n x', 'src/a.ts'].flatMap((words) => [
          `${start} ${words} ${pattern}`,
          `cd docs; ${start} ${pattern} ${words} | head`,
        ]),
      ),
    )
    expect(lines.filter(passes).length).toBeGreaterThan(lines.length / 8)
  })

  it('behind a change of the folder that a look passes says nothing to the reader', () => {
    const folders = [
      'src',
      'config',
      'linked',
      '..',
      '../project',
      '.',
      'own',
      '-',
      '-P src',
      'src lib',
      '"src"',
      'd*',
      '~',
      '',
    ]
    const names = ['a.ts', 'key.txt', 'key', '../notes.txt', '.env.local', '.gsd/key', 'notes.txt', 'project/notes.txt']
    const lines = folders.flatMap((folder) =>
      names.flatMap((name) => [
        `cd ${folder} && cat ${name}`,
        `cd lib; cd ${folder}; head -5 ${name} | tail -1`,
        `ls | cd ${folder} || grep -n x ${name}`,
      ]),
    )
    expect(lines.filter(passes).length).toBeGreaterThan(10)
  })

  it('at random that a look passes says nothing to the reader', () => {
    const random = randomOf(20_26)
    const passed = Array.from({ length: 8000 }, () => lineOf(random)).filter(passes)
    expect(passed.length).toBeGreaterThan(1500)
    expect(passed.filter(isRead).length).toBeGreaterThan(300)
  })
})
