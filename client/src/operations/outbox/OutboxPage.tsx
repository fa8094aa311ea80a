import type { OperationsOutbox, UnsentMessage } from '@aitai/contract/schemas/console/support.ts'
import { useState } from 'react'
import { useOperationsOutboxQuery } from '../../shared/api/operations-api.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx'
import { formatMoment, formatNumber } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { ConsoleTable, StateMark } from '../ConsoleTable.tsx'
import { Polled } from '../Polled.tsx'
import { useAge } from '../today/use-age.ts'
import { deliveryCause } from './delivery-cause.ts'
import './outbox.css'

const views = ['ALL', 'waiting', 'givenUp'] as const
type View = (typeof views)[number]

/** Mails and SMS that were not sent, and why; never their texts (docs/decisions/0158-console-users.md). */
export function OutboxPage() {
  const text = useText()
  const query = useOperationsOutboxQuery(undefined, polledEvery(intervals.operationsPoll))
  return (
    <Polled query={query} label={text('operations.page.outbox')}>
      {(data) => <Outbox data={data} />}
    </Polled>
  )
}

const stateOf = ({ givenUpAt }: UnsentMessage): 'waiting' | 'givenUp' =>
  givenUpAt === null ? 'waiting' : 'givenUp'

function Outbox({ data: { at, messages, isComplete } }: { data: OperationsOutbox }) {
  const text = useText()
  const language = useLanguage()
  const age = useAge()
  const [view, setView] = useState<View>('ALL')
  const inView = (wanted: View): readonly UnsentMessage[] =>
    messages.filter((message) => wanted === 'ALL' || stateOf(message) === wanted)
  const moment = (iso: string): string => formatMoment(Date.parse(iso), language)
  return (
    <>
      <div className="outbox-view">
        <SegmentedControl
          label={text('operations.outbox.view')}
          value={view}
          options={views.map((value) => ({
            value,
            label: `${text(`operations.outbox.view.${value}`)} ${formatNumber(inView(value).length)}`,
          }))}
          onChoose={setView}
        />
        <p className="console-aside">{text('operations.outbox.note')}</p>
      </div>
      <ConsolePart title={text('operations.outbox.unsent')}>
        <ConsoleTable
          rows={inView(view)}
          keyOf={({ id }) => id}
          empty={text(messages.length === 0 ? 'operations.outbox.none' : 'operations.outbox.none.view')}
          columns={[
            {
              title: text('operations.outbox.recipient'),
              className: 'outbox-recipient',
              cell: (message) => <Recipient message={message} />,
            },
            {
              title: text('operations.outbox.kind'),
              className: 'outbox-kind',
              cell: ({ kind }) => text(`operations.outbox.kind.${kind}`),
            },
            {
              title: text('operations.outbox.subject'),
              cell: ({ kind, subject }) =>
                subject ?? text(`operations.outbox.${kind === 'sms' ? 'code' : 'contact'}`),
            },
            { title: text('operations.users.state'), cell: (message) => <State message={message} /> },
            {
              title: text('operations.outbox.written'),
              kind: 'time',
              full: (message) => moment(message.at),
              cell: (message) => age(Date.parse(at) - Date.parse(message.at)),
            },
            {
              title: text('operations.outbox.tries'),
              kind: 'number',
              cell: ({ tries }) => formatNumber(tries),
            },
            {
              title: text('operations.outbox.cause'),
              className: 'outbox-fault',
              cell: ({ fault }) =>
                fault === '' ? text('operations.outbox.noFault') : <Fault fault={fault} />,
            },
            {
              title: text('operations.outbox.log'),
              full: ({ id }) => id,
              cell: ({ id }) => <code>{id.slice(0, 8)}</code>,
            },
          ]}
        />
        {!isComplete && (
          <p className="console-empty">
            {text('operations.outbox.more', { count: formatNumber(messages.length) })}
          </p>
        )}
      </ConsolePart>
    </>
  )
}

function Recipient({ message: { kind, recipient, isReadable } }: { message: UnsentMessage }) {
  const text = useText()
  const isPhone = kind === 'sms' && recipient !== ''
  return (
    <>
      {isPhone
        ? text('operations.users.phone.ends', { digits: recipient })
        : recipient || text('operations.none')}
      {!isReadable && <span className="outbox-unreadable">{text('operations.outbox.unreadable')}</span>}
    </>
  )
}

/** Whether it waits, and when it is tried next or was given up. */
function State({ message }: { message: UnsentMessage }) {
  const text = useText()
  const language = useLanguage()
  const { tries, nextAt, givenUpAt } = message
  const state = stateOf(message)
  const moment = (iso: string): string => formatMoment(Date.parse(iso), language)
  const next = nextAt !== null && tries > 0 ? text('operations.outbox.next', { time: moment(nextAt) }) : ''
  const when = givenUpAt === null ? next : moment(givenUpAt)
  return (
    <>
      <StateMark mark={state}>{text(`operations.outbox.state.${state}`)}</StateMark>
      {when !== '' && <span className="outbox-when">{when}</span>}
    </>
  )
}

/** Why it was not sent, in words if there are any, and the code. */
function Fault({ fault }: { fault: string }) {
  const text = useText()
  const cause = deliveryCause(fault)
  if (cause === null) return <code>{fault}</code>
  return (
    <>
      {text(`operations.outbox.cause.${cause}`)}
      <code className="outbox-when">{fault}</code>
    </>
  )
}
