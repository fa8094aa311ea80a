const bigKana: Readonly<Record<string, string>> = {
  ァ: 'ア',
  ィ: 'イ',
  ゥ: 'ウ',
  ェ: 'エ',
  ォ: 'オ',
  ッ: 'ツ',
  ャ: 'ヤ',
  ュ: 'ユ',
  ョ: 'ヨ',
  ヮ: 'ワ',
}
const plainV: Readonly<Record<string, string>> = { ア: 'バ', イ: 'ビ', エ: 'ベ', オ: 'ボ' }

/** Parts of company names that people omit. */
const legalForms = /株式会社|ホールディングス|^the /g

/**
 * One form for every way to write the same thing: full and half width, case, hiragana and katakana, small
 * and large kana (キヤノン is spelled with a large ヤ, but typed きゃのん), ヴェ and ベ, spaces and dots.
 */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replace(/[ァィゥェォッャュョヮ]/g, (kana) => bigKana[kana] ?? kana)
    .replace(/ヴ([アイエオ])?/g, (_, vowel?: string) => (vowel ? (plainV[vowel] ?? 'ブ') : 'ブ'))
    .replace(legalForms, '')
    .replace(/[\s・.,&'’-]/g, '')
}
