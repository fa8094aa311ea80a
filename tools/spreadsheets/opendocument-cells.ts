/** A cell as LibreOffice reads it: the displayed text, and the formula of a cell that calculates. */
export interface ReadCell {
  readonly type: 'string' | 'float' | 'time' | 'date' | 'percentage' | 'empty'
  readonly text: string
  readonly formula?: string
}

/** How LibreOffice reads a file: its version, the hash of the file, and every cell. */
export interface LibreOfficeReading {
  readonly by: string
  readonly sha256: string
  readonly rows: readonly (readonly ReadCell[])[]
}

const plain = (xml: string): string =>
  xml
    .replace(/<text:s\/>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

/** The cells of the first sheet of a flat OpenDocument file, without the empty cells at the end of each row. */
export function parseCells(fods: string): ReadCell[][] {
  const sheet = /<table:table [\s\S]*?<\/table:table>/.exec(fods)?.[0] ?? ''
  const rows = [...sheet.matchAll(/<table:table-row[\s\S]*?<\/table:table-row>/g)]
  return rows.map(([row]) => {
    const cells = [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g)]
    const read = cells.flatMap(([, tag = '', inside = '']) => {
      const formula = attribute(tag, 'table:formula')
      const cell: ReadCell = {
        type: (attribute(tag, 'office:value-type') ?? 'empty') as ReadCell['type'],
        text: plain(inside).trim(),
        ...(formula === undefined ? {} : { formula }),
      }
      const times = Number(attribute(tag, 'table:number-columns-repeated') ?? 1)
      return cell.type === 'empty' && times > 100 ? [] : Array.from({ length: times }, () => cell)
    })
    return read
  })
}
