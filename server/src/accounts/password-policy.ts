import { type PasswordFault, passwordLength } from '@aitai/contract/codes.ts'
import { isCommonPassword } from './common-passwords.ts'

/** What others may know about the owner of a password. */
interface PasswordOwner {
  readonly email: string
  /** The user's own names and the name of the institution or broker. */
  readonly names: readonly string[]
  /** The RICs of all listed securities, such as 7203.T. */
  readonly rics?: ReadonlySet<string>
}

const product = ['aitai', '相対']

/**
 * What is wrong with a new password, or null. It must have 12 to 128 characters (code points), at least 12
 * without what is known about its owner, and must not be a common password. There are no composition rules,
 * because they make passwords worse (NIST 800-63B); spaces and emoji are allowed.
 */
export function checkPasswordPolicy(password: string, about: PasswordOwner): PasswordFault | null {
  const normal = password.normalize('NFKC').toLowerCase()
  const length = [...normal].length
  if (length < passwordLength.min || length > passwordLength.max) return 'PASSWORD_LENGTH'
  if ([...withoutKnown(normal, about)].length < passwordLength.min) return 'PASSWORD_GUESSABLE'
  return isCommonPassword(normal) ? 'PASSWORD_COMMON' : null
}

/** The password without the words that anyone would guess who knows its owner. */
function withoutKnown(normal: string, { email, names, rics = new Set() }: PasswordOwner): string {
  const words = [email, ...names].map((word) => word.normalize('NFKC').toLowerCase())
  const parts = words.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
  const known = [...new Set([...product, ...parts])]
    .filter(isLongEnoughToRemove)
    .sort((a, b) => b.length - a.length)
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), normal)
  // Also remove a security code without its suffix, unless it is part of a longer number.
  return rest.replace(/(?<!\d)(\d{4}|\d[\da-z]\d[a-z])(\.t)?(?!\d)/g, (code, plain: string) =>
    rics.has(`${plain}.T`.toUpperCase()) ? '' : code,
  )
}

/**
 * Two Latin letters occur in many unrelated words, so they are not removed; two characters of a Japanese name
 * may be the whole name.
 */
const isLongEnoughToRemove = (word: string): boolean =>
  /^[\x20-\x7e]*$/.test(word) ? word.length >= 3 : [...word].length >= 2
