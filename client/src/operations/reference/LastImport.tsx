import type { LastImport } from '@aitai/contract/schemas/console/reference-data.ts'
import { formatMoment } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import type { Fact } from '../FactList.tsx'
import { useActorName } from '../use-actor-name.ts'

/** Returns a function that says when, by whom and why a file was imported last. */
export function useLastImportFact(): (last: LastImport) => Fact {
  const text = useText()
  const language = useLanguage()
  const actorName = useActorName()
  return (last) => {
    const name = text('operations.reference.lastImport')
    if (last === null) return [name, text('operations.reference.neverImported')]
    const { at, reason } = last
    return [
      name,
      <>
        {formatMoment(Date.parse(at), language)} · {actorName(last)}
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
