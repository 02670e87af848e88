// What programs do with the files among their words: whether what is in them may come to be seen.
import { wordTable } from '../../std/text.js'
import { parts } from '../shell.js'
import type { Call } from './call.js'
import { editorWords, gitWords } from './changes.js'
import { activated, type Field, hasPattern, literal } from './expand.js'

/** What of a call may be a file whose text is shown or taken elsewhere. */
export interface Shown {
  readonly words: readonly Field[]
  /** It may show what it is handed as its input. */
  readonly inputs: boolean
  /** Where the text goes to a file of another name. */
  readonly into: Field | null
}

type Judge = (call: Call) => Shown

const NONE: Shown = { words: [], inputs: false, into: null }
const nothing: Judge = () => NONE

const isOption = (word: Field): boolean => word.length > 1 && (word.startsWith('-') || word.startsWith('+'))

/** Every word. */
const all: Judge = ({ words, hints }) => ({ words: [...words.flatMap(parts), ...hints], inputs: true, into: null })

/** Operands that no option takes, and what is handed over by `@`. */
const operands: Judge = ({ words, hints }) => ({
  words: [
    ...words.filter((word, at) => !isOption(word) && !/^--?[A-Za-z][\w-]*$/.test(words[at - 1] ?? '')),
    ...words.flatMap((word) => (/^@|=@/.test(word) ? [word.slice(word.indexOf('@') + 1)] : [])),
    ...hints,
  ],
  inputs: true,
  into: null,
})

/** The first operand is a pattern or a script, unless an option gave it. `quiet`: options with which nothing of a file is shown. */
const behindPattern =
  (gives: RegExp, quiet: RegExp | null): Judge =>
  (call) => {
    const { words } = call
    if (quiet !== null && words.some((word) => word.startsWith('-') && quiet.test(word))) return NONE
    const files: Field[] = []
    let given = false
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as Field
      if (word.startsWith('-') && gives.test(word)) {
        // A file of patterns is read, and a pattern is none.
        if (/f(?:ile)?$/.test(word)) files.push(words[at + 1] ?? '')
        given = true
        at += 1
      } else if (word.startsWith('--') && /^--(?:regexp|expression|file|from-file)=/.test(word)) {
        if (/^--(?:file|from-file)=/.test(word)) files.push(word.slice(word.indexOf('=') + 1))
        given = true
      } else if (isOption(word)) files.push(...(isExcept(word) ? [] : parts(word).slice(1).map(asPattern(word))))
      else if (isExcept(words[at - 1] ?? '') || word.startsWith('!')) continue
      else if (CHOOSES.includes(words[at - 1] ?? '')) files.push(activated(word))
      else {
        // Of names that fit a pattern the first alone is what is searched for.
        if (given || hasPattern(word)) files.push(word)
        given = true
      }
    }
    return { words: [...files, ...call.hints], inputs: true, into: null }
  }

/** Options whose value says what is left out. */
const EXCEPT = ['--exclude', '--exclude-dir', '--exclude-from']
const nameOf = (option: Field): string => option.split('=', 1)[0] ?? ''
const isExcept = (word: Field): boolean => EXCEPT.includes(nameOf(word))
/** Options whose value chooses among names. */
const CHOOSES = ['-g', '--glob', '--iglob', '--include']
const asPattern =
  (option: Field) =>
  (value: Field): Field =>
    CHOOSES.includes(nameOf(option)) ? activated(value) : value

/** Every word but what is left out. */
const packed: Judge = (call) => {
  const isLeft = (word: Field) => isExcept(word) || (call.program === 'zip' && word === '-x')
  return all({ ...call, words: call.words.filter((word, at) => !isLeft(word) && !isLeft(call.words[at - 1] ?? '')) })
}

/** Nothing of it is seen while these options are given. */
const unless =
  (quiet: RegExp, judge: Judge): Judge =>
  (call) =>
    call.words.some((word) => quiet.test(word)) ? NONE : judge(call)

/** The text goes elsewhere: of no interest as long as the name still tells what it is. */
const placed: Judge = ({ words, hints }) => {
  const at = words.findIndex((word) => word === '-t' || word === '--target-directory')
  const given = words.filter(
    (word, index) =>
      !isOption(word) && !/^-[iPFoeSlc]$/.test(words[index - 1] ?? '') && !isExcept(words[index - 1] ?? ''),
  )
  const into = at >= 0 ? (words[at + 1] ?? null) : (given.at(-1) ?? null)
  return { words: [...(at >= 0 ? given : given.slice(0, -1)), ...hints], inputs: true, into }
}

const edited: Judge = (call) => {
  const { files, inPlace } = editorWords(call.words)
  return inPlace && !call.words.some((word) => /^-[a-z]*n/.test(word))
    ? NONE
    : { words: [...files, ...call.hints], inputs: true, into: null }
}

/** Verbs of git that show no text of the files they are given. */
const GIT_SILENT: ReadonlySet<string> = new Set(
  wordTable(`
    add rm mv commit status check-ignore check-attr ls-files ls-tree checkout restore reset clean update-index push
    pull fetch clone merge rebase switch branch tag remote worktree submodule init rev-parse rev-list describe bisect
    cherry-pick revert config filter-branch filter-repo sparse-checkout lfs gc reflog shortlog count-objects fsck
    prune ls-remote merge-base name-rev for-each-ref symbolic-ref crypt secret
  `),
)
const GIT_PATCH = /^(?:-[a-zA-Z]*[pu]|--patch|-U\d*|--unified.*|-L.*|--patch-with-stat|-c|--cc|--stdin|-G.*)$/
const GIT_NAMES =
  /^(?:--name-only|--name-status|--stat|--shortstat|--numstat|--summary|--quiet|-q|-s|--no-patch|--exit-code|--dirstat.*|-l|--files-with-matches)$/

/** A message, a template or a list of paths that git is told to take from a file; what it makes of that is shown later, or in its complaint. */
function takenByGit(word: Field, at: number, words: readonly Field[]): readonly Field[] {
  const joined = /^(?:-[a-zA-Z]*F|-t|--(?:fi|te|pathspec)[\w-]*=?)(.*)$/s.exec(word)?.[1]
  return joined === undefined ? [] : joined === '' ? words.slice(at + 1, at + 2) : [joined]
}

const git: Judge = (call) => {
  const [verb = '', ...words] = gitWords(call.words)
  const name = literal(verb) ?? ''
  const within = { ...call, words }
  if (GIT_SILENT.has(name))
    return name === 'config' && words.some((word) => /^(?:-f|--file)/.test(word))
      ? all(within)
      : { ...NONE, words: words.flatMap(takenByGit) }
  if (words.some((word) => GIT_NAMES.test(word)) && name !== 'cat-file') return NONE
  if (name === 'log' || name === 'stash') return words.some((word) => GIT_PATCH.test(word)) ? all(within) : NONE
  // It takes what is quoted for patterns too.
  if (name === 'archive') return all({ ...within, words: words.map(activated) })
  return name === 'grep'
    ? behindPattern(/^-[a-zA-Z]*[ef]$/, /^(?:-[a-zA-Z]*[lLcq]|--quiet|--count)$/)(within)
    : all(within)
}

/** `curl -d @file`, `-T file`: the rest of its words are addresses. */
const SENDS = /^(?:-T|--upload-file|-K|--config|--post-file|--body-file|-i|--input-file|--netrc-file)$/
const sent: Judge = ({ words, hints }) => ({
  words: [
    ...words.flatMap((word, at) => (SENDS.test(words[at - 1] ?? '') ? [word] : [])),
    ...words.flatMap((word) =>
      /^(?:-T|-K|--(?:upload-file|config|post-file|body-file|input-file)=)./.test(word) ? parts(word).slice(1) : [],
    ),
    ...words.flatMap((word) => (/[@<]/.test(word) ? word.split(/[@<;]/).slice(1) : [])),
    ...words.flatMap((word) => (/^file:/i.test(word) ? [word.slice(5)] : [])),
    ...hints,
  ],
  inputs: true,
  into: null,
})

const searches = behindPattern(
  /^-[a-zA-Z]*[ef]$|^--(?:regexp|file)$/,
  /^(?:-[a-zA-Z]*[qclL][a-zA-Z]*|--quiet|--silent|--count|--files-with-matches|--files-without-match)$/,
)
const scripted = behindPattern(/^-f$|^--file$/, null)

/** Names with a blank on both sides, in one text: making an entry of each would take longer than finding one. */
const rows = (names: string, judge: Judge): readonly [string, Judge] => [` ${names} `, judge]

/** Programs that are known. One that is not is judged by its operands; one of the project's own, by nothing. */
const PROGRAMS: readonly (readonly [names: string, judge: Judge])[] = [
  rows(
    'cat bat batcat less more most head tail strings xxd od hexdump hexyl base64 base32 basenc nl tac rev paste pr fold fmt column cut sort uniq comm join expand unexpand look shuf split csplit tr dd 7z 7za 7zr gzip gunzip zcat bzip2 bzcat xz xzcat zstd zstdcat lz4 cpio ar pax uuencode iconv source . mapfile readarray view vi vim nvim ex ed emacs nano pandoc highlight pygmentize glow mdcat ccat lolcat jless nc ncat netcat socat mail mutt perl xmllint dos2unix m4 cpp envsubst get-content gc type select-string ln-s pbcopy xclip xsel wl-copy clip script dotenv-cat ansible-vault age gpg',
    all,
  ),
  rows('tar bsdtar zip', packed),
  rows('sops', unless(/^(?:-[a-zA-Z]*e|--encrypt|encrypt)$/, all)),
  rows('diff colordiff sdiff vimdiff icdiff delta', unless(/^(?:-[a-zA-Z]*q|--brief)$/, all)),
  rows('cmp', unless(/^(?:-s|--quiet|--silent)$/, all)),
  rows('grep egrep fgrep zgrep rg ag ack ugrep pcregrep pcre2grep findstr', searches),
  rows('awk gawk mawk nawk jq yq gojq jaq xq tomlq dasel', scripted),
  rows('sed gsed', edited),
  rows('cp mv ln install rsync scp copy-item move-item', placed),
  rows('curl wget http https xh', sent),
  rows('git', git),
  rows('tee', ({ hints }) => ({ words: hints, inputs: true, into: null })),
  rows(
    'ls dir ll la exa eza lsd tree stat test [ [[ touch rm unlink rmdir mkdir shred trash srm chmod chown chgrp chattr lsattr setfacl getfacl du df file wc basename dirname realpath readlink which whereis cd pushd popd echo printf export declare local readonly typeset unset set man info help whatis apropos tldr true false : sleep kill exit return case find gfind fd fdfind locate md5sum md5 sha1sum sha224sum sha256sum sha384sum sha512sum shasum cksum sum b2sum b3sum open xdg-open code truncate alias trap umask ulimit hash type-p let shift remove-item del test-path get-childitem gci write-output write-host new-item',
    nothing,
  ),
  // What these make of a file is theirs: they use it, as a person who works here does.
  rows(
    'node nodejs deno bun bunx tsx ts-node python python2 python3 pypy ruby php java javac kotlin scala dotnet go cargo rustc npm npx pnpm pnpx yarn corepack make gmake just task gradle gradlew mvn mvnw ant bazel cmake ninja docker docker-compose podman nerdctl kubectl oc k9s helm terraform tofu pulumi ansible ansible-playbook vercel fly flyctl heroku gh glab aws gcloud az doctl serverless sls firebase supabase wrangler netlify railway render dotenv dotenvx dotenv-cli env-cmd direnv mise asdf nix nix-shell ssh ssh-add ssh-keygen ssh-copy-id ssh-agent sftp mkcert openssl certbot keytool step nginx caddy psql mysql mariadb mongosh redis-cli sqlite3 pg_dump pg_restore vitest jest mocha pytest tox nox eslint prettier biome tsc vite webpack rollup esbuild next nuxt astro rails bundle rake rspec composer artisan poetry uv uvx pip pip3 pipx pipenv conda uvicorn gunicorn flask django-admin celery gitleaks trufflehog trivy snyk semgrep hadolint shellcheck shfmt pre-commit husky lint-staged act concurrently nodemon pm2 honcho foreman overmind gsd gsd-tools systemctl service journalctl sudoedit visudo crontab at',
    nothing,
  ),
]

const judgeOf = (program: string): Judge | undefined =>
  program.includes(' ') ? undefined : PROGRAMS.find(([names]) => names.includes(` ${program} `))?.[1]

export const isKnownProgram = (program: string): boolean => program !== '' && judgeOf(program) !== undefined

/** Folders of the system: what lies elsewhere is a program of the project. */
const SYSTEM = /^(?:\/(?:usr|opt|bin|sbin|nix|run|snap|system)\b|\/[A-Za-z]\/|[A-Za-z]:)/i

export function shownBy(call: Call): Shown {
  const { program, path, words } = call
  if (program === '') return { words: [], inputs: path === '', into: null }
  if (program === 'openssl') return openssl(call)
  if (words[0] === '-m' && /^(?:python|pypy)/.test(program)) return operands({ ...call, words: words.slice(2) })
  if (program === 'ruby' && words.some((word) => /^-[a-zA-Z]*[np]/.test(word))) return all(call)
  const judge = judgeOf(program)
  if (judge !== undefined) return judge(call)
  return /[\\/]/.test(path) && !SYSTEM.test(path) ? NONE : operands(call)
}

/** It shows a key only where it is told to write it as text, or to encode a file. */
function openssl(call: Call): Shown {
  const shows = call.words.some((word) =>
    /^(?:base64|enc|-text|rsa|pkey|ec|pkcs8|pkcs12|asn1parse|storeutl)$/.test(word),
  )
  const silent = call.words.some((word) => /^(?:-noout|-pubout|-check)$/.test(word))
  const isCertificate = call.words.some((word) => /^(?:x509|req|s_client|verify|crl)$/.test(word))
  return shows && !silent && !isCertificate ? all(call) : NONE
}
