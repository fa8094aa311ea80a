/** Characters without a shape of their own: spaces, and format characters that chats and web pages add. */
const invisible = /[\s\p{Cf}]/u

/** Text without spaces and format characters at its ends. By hand: a pattern is quadratic on a cell full of spaces. */
export function trimInvisible(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && invisible.test(text.charAt(from))) from += 1
  while (to > from && invisible.test(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}

/** A cell in half width without invisible ends. Whatever people type into files and fields is read so. */
export const cleanCell = (cell: string): string => trimInvisible(cell.normalize('NFKC'))

/** Whether a cell has nothing that can be seen. */
export const isBlankCell = (cell: string): boolean => trimInvisible(cell) === ''

/** Whether a row has no cell that can be seen. Spreadsheets add such rows, which are no data. */
export const isBlankRow = (cells: readonly string[]): boolean => cells.every(isBlankCell)

/** A cell in half width and lower case, without invisible ends. */
export const normalizeText = (text: string): string => cleanCell(text).toLowerCase()

/** Text with its format characters shown as numbers: otherwise a message would show a value that appears correct. */
export const showFormatCharacters = (text: string): string =>
  text.replace(
    /\p{Cf}/gu,
    (each) => `<U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  )
