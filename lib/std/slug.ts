// Names of folders, files and branches that are made of titles.
import { once } from './once.js'
import { wordTable } from './text.js'

/** What Unicode does not take apart into an ASCII letter and marks. */
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

/** With letters of other alphabets in ASCII, as far as they can be. */
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

/**
 * Directory and file name part of a title: lower case, letters of other alphabets in ASCII, runs of other characters become one dash, at most `limit`
 * characters. Empty where nothing of the title can be written so.
 */
export const slugOf = (title: string, limit = 60): string => plain(inAscii(title.toLowerCase()), limit)

/** The folder's name was made of this title, by us or by tools that leave out every letter beyond ASCII. */
export const isSlugOf = (slug: string, title: string): boolean => slug === slugOf(title) || slug === plain(title, 60)
