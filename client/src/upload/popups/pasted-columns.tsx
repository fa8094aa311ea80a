import type { PastedColumn, PastedTable } from '@aitai/contract/bulk-file/pasted-table.ts'
import { type UploadColumn, uploadColumns } from '@aitai/engine/upload/header.ts'
import type { TextKey } from '@aitai/messages/en.ts'
import { useText } from '../../ui/text/use-text.ts'
import type { UploadSource } from '../upload-state.ts'

const columnTexts: Readonly<Partial<Record<UploadColumn, Extract<TextKey, `upload.column.${string}`>>>> = {
  ric: 'upload.column.security',
  direction: 'upload.column.side',
  shareQuantity: 'upload.column.quantity',
  minimumQuantity: 'upload.column.minimum',
  orderReference: 'upload.column.reference',
  parentQuantity: 'upload.column.parent',
  doneElsewhere: 'upload.column.elsewhere',
  limitPrice: 'upload.column.limit',
  duration: 'upload.column.duration',
  conditions: 'upload.column.conditions',
}

/** Names the columns of a pasted table by their headings, by their numbers without one, and by what they hold. */
export function usePastedColumns() {
  const text = useText()
  const termOf = (column: UploadColumn): string => {
    const key = columnTexts[column]
    return key ? text(key) : column
  }
  const nameOf = ({ heading, number }: PastedColumn): string =>
    heading === '' ? text('upload.pasted.number', { number }) : heading
  return { termOf, nameOf }
}

/** Returns how the trader's own table names a column of a bulk file. */
export function useHeaderNames(): (header: string, origin: UploadSource) => string {
  const { termOf } = usePastedColumns()
  return (header, origin) => {
    const column = uploadColumns.find((each) => each === header)
    if (origin.kind !== 'pasted' || !origin.table || !column) return header
    // The heading of the quantity does not name a side that is missing.
    if (column === 'direction' && origin.table.isSideBySign) return termOf(column)
    return origin.table.read.get(column)?.heading || termOf(column)
  }
}

/** Says which columns of a pasted table were read as what, and which were not, before anything is sent. */
export function PastedColumns({ table }: { table: PastedTable }) {
  const text = useText()
  const { termOf, nameOf } = usePastedColumns()
  const separator = text('upload.pasted.separator')
  const read = [...table.read].map(([column, from]) => {
    const isSign = column === 'direction' && table.isSideBySign
    const heading = isSign ? text('upload.pasted.sign', { heading: nameOf(from) }) : nameOf(from)
    const term = termOf(column)
    return heading === term ? term : text('upload.pasted.column', { column: term, heading })
  })
  return (
    <p className="upload-columns">
      <span>{text('upload.pasted.read', { columns: read.join(separator) })}</span>
      {table.unread.length > 0 && (
        <b>{text('upload.pasted.unread', { columns: table.unread.map(nameOf).join(separator) })}</b>
      )}
    </p>
  )
}
