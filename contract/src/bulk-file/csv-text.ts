/** A cell of a CSV file: quoted if it holds a comma, a quotation mark or a line break (RFC 4180). */
const quoteCsvCell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** Rows as CSV text, exactly as they are: for a program, not for a spreadsheet. */
export const formatCsv = (rows: readonly (readonly string[])[], lineEnd: '\n' | '\r\n'): string =>
  rows.map((cells) => cells.map(quoteCsvCell).join(',') + lineEnd).join('')
