/**
 * The texts under which the clipboard may hold a table, the plain one first. Cells of mails hold paragraphs, which the
 * plain text puts on lines of their own, so that only the HTML shows the rows.
 */
export function clipboardTexts(data: Pick<DataTransfer, 'getData'>): readonly string[] {
  const plain = data.getData('text/plain')
  return [plain, tableText(data.getData('text/html'))].filter((text) => text.trim() !== '')
}

/** The rows of the tables in a page as text with tabs, '' for a page without any. Runs nothing of the page. */
function tableText(html: string): string {
  if (!/<table/i.test(html)) return ''
  const page = new DOMParser().parseFromString(html, 'text/html')
  // Mails nest tables to place them: the rows without a table of their own are those of the data.
  const rows = [...page.querySelectorAll('tr')].filter((row) => row.querySelector('table') === null)
  const cellText = (cell: Element): string => (cell.textContent ?? '').replace(/\s+/g, ' ').trim()
  return rows.map((row) => [...row.children].map(cellText).join('\t')).join('\n')
}
