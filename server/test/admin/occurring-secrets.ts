/**
 * The secrets that a text shows, each as a word of its own: the digits of a quantity of 33300 also occur by chance
 * within ids and within the milliseconds of an instant.
 */
export function occurringSecrets(text: string, secrets: readonly string[]): readonly string[] {
  return secrets.filter((secret) => new RegExp(`(?<!\\w)${RegExp.escape(secret)}(?!\\w)`).test(text))
}
