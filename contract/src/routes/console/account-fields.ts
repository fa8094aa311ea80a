/** An e-mail address as it is stored. Users type it in any case and, on a Japanese keyboard, in full width. */
export const normalizeEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase()

const emailForm = /^[^\s@"<>(),;:\\[\]]{1,64}@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u
const phoneForm = /^\+[1-9]\d{6,14}$/
/** Without separators, since CSV files of adverts list short names separated by semicolons (docs/rules.md §18). */
const shortNameForm = /^[\p{L}\p{N}][\p{L}\p{N}.&-]{0,11}$/u

/** The longest name of a person, an institution or a broker, and the longest contact, in characters. */
export const longestName = 100

/** Normalizes an e-mail address; null if it is not one. */
export function cleanEmail(given: string): string | null {
  const email = normalizeEmail(given)
  return email.length <= 254 && emailForm.test(email) ? email : null
}

/** Normalizes a phone number; null unless it starts with a country code. */
export function cleanPhone(given: string): string | null {
  const phone = given.normalize('NFKC').replace(/[\s().-]/g, '')
  return phoneForm.test(phone) ? phone : null
}

/** Normalizes a name; null unless it has 1 to 100 characters on one line. */
export function cleanName(given: string): string | null {
  const name = given.normalize('NFC').trim().replace(/\s+/gu, ' ')
  return name === '' || name.length > longestName || /[\p{Cc}\p{Cs}]/u.test(name) ? null : name
}

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/**
 * A person's name as it is written in its own script, whatever the language of the reader: 佐藤 葵, Emma Whitfield.
 * Empty without a name.
 */
export const writtenName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  (eastAsian.test(firstName + lastName) ? `${lastName} ${firstName}` : `${firstName} ${lastName}`).trim()

/** Normalizes the short name of a broker; null unless it has 1 to 12 letters and digits. */
export function cleanShortName(given: string): string | null {
  const shortName = given.normalize('NFKC').trim()
  return shortNameForm.test(shortName) ? shortName : null
}
