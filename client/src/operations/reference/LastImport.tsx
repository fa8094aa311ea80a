import type { LastImport as Import } from '@aitai/contract/schemas/console/reference-data.ts'
import { formatMoment } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'

/** When, by whom and why a file was imported last. */
export function LastImport({ last }: { last: Import }) {
  const text = useText()
  const language = useLanguage()
  return (
    <div>
      <dt>{text('operations.reference.lastImport')}</dt>
      <dd>
        {last === null ? (
          text('operations.reference.neverImported')
        ) : (
          <>
            {formatMoment(Date.parse(last.at), language)}
            {' · '}
            {last.isUser ? last.by : text('operations.halts.byCommand', { name: last.by })}
            {last.reason !== '' && (
              <>
                {' · '}
                <q>{last.reason}</q>
              </>
            )}
          </>
        )}
      </dd>
    </div>
  )
}
