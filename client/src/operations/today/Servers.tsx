import type { OperationsToday } from '@aitai/contract/schemas/console/operations.ts'
import { formatMoment, formatNumber } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { ConsoleTable } from '../ConsoleTable.tsx'
import { FactList } from '../FactList.tsx'
import { useAge } from './use-age.ts'

/** The server that writes and those that follow; one without a cluster. */
export function Servers({ today: { processes, startedAt } }: { today: OperationsToday }) {
  const text = useText()
  const language = useLanguage()
  const age = useAge()
  const moment = (iso: string): string => formatMoment(Date.parse(iso), language)
  if (!processes)
    return (
      <ConsolePart title={text('operations.servers')}>
        <FactList
          facts={[
            [
              text('operations.servers.one'),
              startedAt === null ? '–' : `${text('operations.servers.since')} ${moment(startedAt)}`,
            ],
          ]}
        />
      </ConsolePart>
    )
  return (
    <ConsolePart title={text('operations.servers')}>
      <ConsoleTable
        rows={processes}
        keyOf={({ address }) => address}
        empty={text('operations.none')}
        columns={[
          { title: text('operations.servers.address'), cell: ({ address }) => address },
          { title: text('operations.servers.role'), cell: ({ role }) => text(`operations.role.${role}`) },
          {
            title: text('operations.servers.since'),
            kind: 'time',
            cell: (each) => moment(each.startedAt),
          },
          {
            title: text('operations.servers.silent'),
            kind: 'time',
            cell: ({ silentSeconds }) => age(silentSeconds * 1_000),
          },
          {
            title: text('operations.servers.behind'),
            kind: 'number',
            cell: ({ entriesBehind }) => formatNumber(entriesBehind),
          },
        ]}
      />
    </ConsolePart>
  )
}
