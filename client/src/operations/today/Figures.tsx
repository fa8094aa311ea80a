import type { OperationsToday } from '@aitai/contract/schemas/console/operations.ts'
import { formatMoment, formatNumber } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { type Fact, FactList } from '../FactList.tsx'
import { useAge } from './use-age.ts'

/** Sessions, journal, quote feed and outbox. */
export function Figures({ today }: { today: OperationsToday }) {
  return (
    <>
      <Sessions today={today} />
      <Journal today={today} />
      <Quotes today={today} />
      <Outbox today={today} />
    </>
  )
}

/** A titled list of names and values. */
const Figure = ({ title, facts }: { title: string; facts: readonly Fact[] }) => (
  <ConsolePart title={title}>
    <FactList facts={facts} />
  </ConsolePart>
)

const roles = ['TRADER', 'BROKER', 'STAFF'] as const

function Sessions({ today: { sessions } }: { today: OperationsToday }) {
  const text = useText()
  const facts: Fact[] = roles.map((role) => [
    text(`operations.sessions.${role}`),
    formatNumber(sessions[role]),
  ])
  return <Figure title={text('operations.sessions')} facts={facts} />
}

function Journal({ today: { at, journal } }: { today: OperationsToday }) {
  const text = useText()
  const language = useLanguage()
  const age = useAge()
  const newest = journal.newest === null ? null : Date.parse(journal.newest)
  const lastEntry =
    newest === null ? (
      text('operations.none')
    ) : (
      <time dateTime={journal.newest ?? ''} title={formatMoment(newest, language)}>
        {age(Date.parse(at) - newest)}
      </time>
    )
  const facts: Fact[] = [
    [text('operations.journal.entries'), formatNumber(journal.entries)],
    [text('operations.journal.newest'), lastEntry],
  ]
  return <Figure title={text('operations.journal')} facts={facts} />
}

function Quotes({ today: { quotes } }: { today: OperationsToday }) {
  const text = useText()
  const age = useAge()
  if (!quotes) return null
  const { source, newestAgeSeconds, fresh, securities, hasIndex } = quotes
  const facts: Fact[] = [
    [text('operations.quotes.source'), text(`operations.quotes.source.${source}`)],
    [
      text('operations.quotes.newest'),
      newestAgeSeconds === null ? text('operations.none') : age(newestAgeSeconds * 1_000),
    ],
    [
      text('operations.quotes.fresh'),
      text('operations.quotes.of', { fresh: formatNumber(fresh), securities: formatNumber(securities) }),
    ],
    [text('operations.quotes.index'), text(`operations.quotes.index.${hasIndex}`)],
  ]
  return <Figure title={text('operations.quotes')} facts={facts} />
}

function Outbox({ today: { outbox } }: { today: OperationsToday }) {
  const text = useText()
  const age = useAge()
  const { waiting, oldestSeconds, givenUp } = outbox
  const facts: Fact[] = [
    [text('operations.outbox.waiting'), formatNumber(waiting)],
    [
      text('operations.outbox.oldest'),
      oldestSeconds === null ? text('operations.none') : age(oldestSeconds * 1_000),
    ],
    [text('operations.outbox.givenUp'), formatNumber(givenUp)],
  ]
  return <Figure title={text('operations.outbox')} facts={facts} />
}
