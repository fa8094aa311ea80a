import type { LastImport } from '@aitai/contract/schemas/console/reference-data.ts'
import { formatMoment } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import type { Fact } from '../FactList.tsx'

/** Returns a function that says when, by whom and why a file was imported last. */
export function useLastImportFact(): (last: LastImport) => Fact {
  const text = useText()
  const language = useLanguage()
  return (last) => {
    const name = text('operations.reference.lastImport')
    if (last === null) return [name, text('operations.reference.neverImported')]
    const { at, by, isUser, reason } = last
    const who = isUser ? by : text('operations.halts.byCommand', { name: by })
    return [
      name,
      <>
        {formatMoment(Date.parse(at), language)} · {who}
        {reason !== '' && (
          <>
            {' · '}
            <q>{reason}</q>
          </>
        )}
      </>,
    ]
  }
}
