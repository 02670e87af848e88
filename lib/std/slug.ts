// Slugs of titles for folders, files and branches.
import { once } from './once.js'
import { wordTable } from './text.js'

/** Letters that Unicode does not decompose to ASCII. */
const letters = once(
  (): ReadonlyMap<string, string> =>
    new Map(
      wordTable(`
    ß=ss æ=ae œ=oe ø=o ł=l đ=d ð=d þ=th ħ=h ı=i ŋ=ng
    а=a б=b в=v г=g ґ=g д=d е=e є=ye ж=zh з=z и=i і=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch
    ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz
    α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o
  `).map((pair) => pair.split('=') as [string, string]),
    ),
)

/** Transliterates to ASCII as far as possible. */
const inAscii = (text: string): string =>
  /[^\0-\x7f]/.test(text)
    ? text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .replace(/[^\0-\x7f]/gu, (letter) => letters().get(letter) ?? letter)
    : text

const plain = (title: string, limit: number): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, limit)
    .replace(/-+$/, '')

/** Returns lower-case ASCII with single dashes for other characters, at most `limit` characters; may be empty. */
export const slugOf = (title: string, limit = 60): string => plain(inAscii(title.toLowerCase()), limit)

/** Whether the slug comes from this title, by our rules or by the rules of tools that drop non-ASCII letters. */
export const isSlugOf = (slug: string, title: string): boolean => slug === slugOf(title) || slug === plain(title, 60)
