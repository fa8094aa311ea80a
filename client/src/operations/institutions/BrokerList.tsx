import type { ConsoleBroker } from '@aitai/contract/schemas/console/institutions.ts'
import { brokerNameIn } from '../../ui/format/broker-name.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { ConsoleTable } from '../ConsoleTable.tsx'
import { ActiveState } from './ActiveState.tsx'

interface Props {
  brokers: readonly ConsoleBroker[]
  chosen: string | null
  onChoose: (shortName: string) => void
}

export function BrokerList({ brokers, chosen, onChoose }: Props) {
  const text = useText()
  const language = useLanguage()
  return (
    <ConsolePart title={text('operations.institutions.view.brokers')} label={text('operations.brokers.list')}>
      <ConsoleTable
        rows={brokers}
        keyOf={({ shortName }) => shortName}
        empty={text('operations.brokers.none')}
        chosen={chosen}
        onChoose={({ shortName }) => onChoose(shortName)}
        columns={[
          { title: text('operations.brokers.name'), cell: ({ name }) => brokerNameIn(language, name) },
          { title: text('operations.brokers.shortName'), cell: ({ shortName }) => shortName },
          { title: text('operations.brokers.contact'), cell: ({ contact }) => contact },
          {
            title: text('operations.brokers.swap'),
            cell: ({ swapEnabled }) => text(`operations.brokers.swap.${swapEnabled ? 'yes' : 'no'}`),
          },
          {
            title: text('operations.brokers.firms'),
            kind: 'number',
            cell: ({ firms }) => formatNumber(firms.length),
          },
          { title: text('operations.firms.users'), kind: 'number', cell: ({ users }) => formatNumber(users) },
          {
            title: text('operations.users.state'),
            cell: ({ active }) => <ActiveState isActive={active} />,
          },
        ]}
      />
    </ConsolePart>
  )
}
