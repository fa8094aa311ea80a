/** The longest reason of an operator, in characters. */
export const maxReasonLength = 500

/** What can be a reason: a word of three letters, or two in a script that writes words with two. */
const saysSomething = /\p{L}{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u

/**
 * Normalizes an operator's reason, which is stored permanently; null unless it has a word and at most 500
 * characters on one line. An e-mail address is refused: nothing could remove it when its owner asks for erasure.
 */
export function cleanReason(given: string): string | null {
  const reason = given.normalize('NFC').trim()
  const isLine = reason.length <= maxReasonLength && !/[\p{Cc}\p{Cs}]/u.test(reason)
  return isLine && saysSomething.test(reason) && !/\S@\S/.test(reason) ? reason : null
}
