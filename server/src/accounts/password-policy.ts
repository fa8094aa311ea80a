import { type PasswordFault, passwordLength } from '@aitai/contract/user.ts'
import { isCommonPassword } from './common-passwords.ts'

/** What others know of the owner of a password. */
export interface PasswordOwner {
  readonly email: string
  /** The own names, and those of the institution or the broker. */
  readonly names: readonly string[]
  /** Of the securities on the list, such as 7203.T. */
  readonly rics?: ReadonlySet<string>
}

const product = ['aitai', '相対']

/**
 * What is wrong with a new password, or null (quality 2.3). 12 to 128 characters as people count them;
 * still 12 without what is known of its owner; and nothing that is tried first. No other rule, since rules
 * make passwords worse (NIST 800-63B): spaces and emoji are fine.
 */
export function checkPasswordPolicy(password: string, about: PasswordOwner): PasswordFault | null {
  const normal = password.normalize('NFKC').toLowerCase()
  const length = [...normal].length
  if (length < passwordLength.min || length > passwordLength.max) return 'PASSWORD_LENGTH'
  if ([...withoutKnown(normal, about)].length < passwordLength.min) return 'PASSWORD_GUESSABLE'
  return isCommonPassword(normal) ? 'PASSWORD_COMMON' : null
}

/** What is left of a password without the words that anyone would try who knows whose it is. */
function withoutKnown(normal: string, { email, names, rics = new Set() }: PasswordOwner): string {
  const words = [email, ...names].map((word) => word.normalize('NFKC').toLowerCase())
  const parts = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
  const known = [...new Set([...product, ...parts])].filter(isTelling).sort((a, b) => b.length - a.length)
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), normal)
  // The code alone, too, where it is not part of a longer number.
  return rest.replace(/(?<!\d)(\d{4}|\d[\da-z]\d[a-z])(\.t)?(?!\d)/g, (code, plain: string) =>
    rics.has(`${plain}.T`.toUpperCase()) ? '' : code,
  )
}

/**
 * Two letters of the Latin alphabet are in every other word; two characters of a Japanese name are the
 * name.
 */
const isTelling = (word: string): boolean =>
  /^[\x20-\x7e]*$/.test(word) ? word.length >= 3 : [...word].length >= 2
