import type {
  OperationsVenue,
  ScheduledChange,
  ShownVenueSetting,
} from '@aitai/contract/schemas/console/reference-data.ts'
import { useState } from 'react'
import { useOperationsVenueQuery } from '../../shared/api/console-compliance-api.ts'
import { polledEvery } from '../../shared/api/stale-since.ts'
import { intervals } from '../../shared/intervals.ts'
import { useTemporaryValue } from '../../ui/browser/use-temporary-value.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ConsolePart } from '../ConsolePart.tsx'
import { Polled } from '../Polled.tsx'
import { useDate } from '../use-date.ts'
import { useHasGrant } from '../use-grants.ts'
import { OnlyOperations } from './OnlyOperations.tsx'
import { useSettingName, useSettingValue } from './setting-text.ts'
import { VenueCancelPopup, VenueChangePopup } from './VenuePopups.tsx'
import { venueGroups } from './venue-groups.ts'

/** The venue settings in force, what is scheduled, and a change from a later trading day on. */
export function VenuePart() {
  const text = useText()
  const query = useOperationsVenueQuery(undefined, polledEvery(intervals.operationsPoll))
  return (
    <Polled query={query} label={text('operations.page.reference')}>
      {(venue) => <Venue venue={venue} />}
    </Polled>
  )
}

function Venue({ venue }: { venue: OperationsVenue }) {
  const text = useText()
  const date = useDate()
  const mayChange = useHasGrant('operations')
  const [changing, setChanging] = useState<ShownVenueSetting | null>(null)
  const [cancelling, setCancelling] = useState<ScheduledChange | null>(null)
  const [done, setDone] = useTemporaryValue<string>(intervals.operationsDone)
  return (
    <>
      {!mayChange && <OnlyOperations />}
      <Schedule scheduled={venue.scheduled} onCancel={mayChange ? setCancelling : null} />
      <ConsolePart
        title={text('operations.venue.inForce', { day: date(venue.today) })}
        label={text('operations.reference.venue')}
        done={done ?? ''}
      >
        <table className="console-table venue-settings">
          <thead>
            <tr>
              <th scope="col">{text('operations.venue.setting')}</th>
              <th scope="col">{text('operations.venue.value')}</th>
              <th scope="col">{text('operations.venue.then')}</th>
              <th scope="col">{text('operations.venue.default')}</th>
              <th scope="col">{text('operations.venue.range')}</th>
              {mayChange && (
                <th scope="col">
                  <span className="visually-hidden">{text('operations.venue.change')}</span>
                </th>
              )}
            </tr>
          </thead>
          {venueGroups(venue.settings).map(({ group, settings }) => (
            <tbody key={group}>
              <tr className="venue-group">
                <th scope="rowgroup" colSpan={mayChange ? 6 : 5}>
                  {text(`operations.venue.group.${group}`)}
                </th>
              </tr>
              {settings.map((setting) => (
                <SettingRow
                  key={setting.name}
                  setting={setting}
                  scheduled={venue.scheduled}
                  onChange={mayChange ? setChanging : null}
                />
              ))}
            </tbody>
          ))}
        </table>
      </ConsolePart>
      {changing && (
        <VenueChangePopup
          setting={changing}
          next={venue.next}
          onDone={setDone}
          onClose={() => setChanging(null)}
        />
      )}
      {cancelling && (
        <VenueCancelPopup change={cancelling} onDone={setDone} onClose={() => setCancelling(null)} />
      )}
    </>
  )
}

interface RowProps {
  setting: ShownVenueSetting
  scheduled: readonly ScheduledChange[]
  onChange: ((setting: ShownVenueSetting) => void) | null
}

function SettingRow({ setting, scheduled, onChange }: RowProps) {
  const text = useText()
  const date = useDate()
  const nameOf = useSettingName()
  const shown = useSettingValue()
  const { name, value, default: usual, min, max } = setting
  const later = scheduled.flatMap(({ from, changes }) =>
    changes.filter((change) => change.name === name).map(({ after }) => ({ from, after })),
  )
  return (
    <tr>
      <th scope="row">
        {nameOf(setting)}
        <code className="venue-name">{name}</code>
      </th>
      <td className="venue-value" data-own={value !== usual || undefined}>
        {shown(value)}
      </td>
      <td className="console-hours">
        {later.map(({ from, after }) => (
          <div key={from}>{text('operations.venue.from', { value: shown(after), day: date(from) })}</div>
        ))}
      </td>
      <td className="console-hours">{shown(usual)}</td>
      <td className="console-hours">
        {text('operations.venue.rangeOf', { min: shown(min), max: shown(max) })}
      </td>
      {onChange && (
        <td className="venue-action">
          <Button
            kind="quiet"
            aria-label={text('operations.venue.changeNamed', { name: nameOf(setting) })}
            onClick={() => onChange(setting)}
          >
            {text('operations.venue.change')}
          </Button>
        </td>
      )}
    </tr>
  )
}

interface ScheduleProps {
  scheduled: readonly ScheduledChange[]
  onCancel: ((change: ScheduledChange) => void) | null
}

function Schedule({ scheduled, onCancel }: ScheduleProps) {
  const text = useText()
  const date = useDate()
  const nameOf = useSettingName()
  const shown = useSettingValue()
  return (
    <ConsolePart title={text('operations.venue.scheduled')}>
      {scheduled.length === 0 ? (
        <p className="console-empty">{text('operations.venue.nothingScheduled')}</p>
      ) : (
        <table className="console-table">
          <tbody>
            {scheduled.map((change) => (
              <tr key={change.from}>
                <th scope="row" className="console-hours">
                  {date(change.from)}
                </th>
                <td>
                  {change.changes.map(({ name, before, after }) => (
                    <div key={name}>
                      {nameOf({ name })} {shown(before)} → {shown(after)}
                    </div>
                  ))}
                </td>
                {onCancel && (
                  <td className="venue-action">
                    <Button
                      aria-label={text('operations.venue.cancelNamed', { day: date(change.from) })}
                      onClick={() => onCancel(change)}
                    >
                      {text('operations.venue.cancel')}
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ConsolePart>
  )
}
