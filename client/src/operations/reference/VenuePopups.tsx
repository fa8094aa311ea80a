import type { ScheduledChange, ShownVenueSetting } from '@aitai/contract/schemas/console/reference-data.ts'
import { useState } from 'react'
import {
  useCancelVenueChangeMutation,
  useSetVenueSettingsMutation,
} from '../../shared/api/console-compliance-api.ts'
import { type CallFailure, isCallFailure } from '../../shared/api/failure.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { halfWidth } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { DayField } from '../DayField.tsx'
import { useApprovalNeededText } from '../use-action-result.ts'
import { useDate } from '../use-date.ts'
import { CommandFailure } from './Remarks.tsx'
import { useSettingName, useSettingValue } from './setting-text.ts'

interface ChangeProps {
  setting: ShownVenueSetting
  /** The first day from which a change can hold. */
  next: string
  onDone: (message: string) => void
  onClose: () => void
}

/** Schedules a new value of a setting, from a trading day on. */
export function VenueChangePopup({ setting, next, onDone, onClose }: ChangeProps) {
  const text = useText()
  const date = useDate()
  const approvalNeededText = useApprovalNeededText()
  const nameOf = useSettingName()
  const shown = useSettingValue()
  const { name, value, default: usual, min, max } = setting
  const [wanted, setWanted] = useState('')
  const [day, setDay] = useState(next)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [schedule] = useSetVenueSettingsMutation()
  const missing =
    wanted.trim() === ''
      ? text('operations.venue.needsValue')
      : day < next
        ? text('operations.venue.needsDay')
        : null
  const send = async (reason: string): Promise<boolean> => {
    const { data, error } = await schedule({ values: { [name]: halfWidth(wanted) }, from: day, reason })
    const approvalNeeded = approvalNeededText(error)
    if (approvalNeeded !== null) {
      onDone(approvalNeeded)
      return true
    }
    if (!data) {
      setFailure(isCallFailure(error) ? error : null)
      return false
    }
    onDone(
      data.changes.length === 0
        ? text('operations.venue.doneSame')
        : text('operations.venue.done', { day: date(data.from) }),
    )
    return true
  }
  return (
    <ActionPopup
      title={nameOf(setting)}
      means={[text('operations.venue.means', { value: shown(value) })]}
      doLabel={text('operations.venue.do')}
      missing={missing}
      send={send}
      onClose={onClose}
    >
      {failure && <CommandFailure failure={failure} />}
      <Field
        label={text('operations.venue.newValue')}
        hint={text('operations.venue.newValue.hint', {
          min: shown(min),
          max: shown(max),
          value: shown(usual),
        })}
        value={wanted}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setWanted(event.target.value)}
      />
      <DayField
        label={text('operations.venue.day')}
        hint={text('operations.venue.day.hint', { day: date(next) })}
        value={day}
        min={next}
        onChange={setDay}
      />
    </ActionPopup>
  )
}

interface CancelProps {
  change: ScheduledChange
  onDone: (message: string) => void
  onClose: () => void
}

/** Cancels what is scheduled for a day. */
export function VenueCancelPopup({ change: { from }, onDone, onClose }: CancelProps) {
  const text = useText()
  const date = useDate()
  const approvalNeededText = useApprovalNeededText()
  const [cancel] = useCancelVenueChangeMutation()
  const send = async (reason: string): Promise<boolean> => {
    const { data, error } = await cancel({ day: from, reason })
    const message = data ? text('operations.venue.cancelled') : approvalNeededText(error)
    if (message !== null) onDone(message)
    return message !== null
  }
  return (
    <ActionPopup
      title={text('operations.venue.cancelNamed', { day: date(from) })}
      means={[text('operations.venue.cancelMeans', { day: date(from) })]}
      doLabel={text('operations.venue.cancel')}
      send={send}
      onClose={onClose}
    />
  )
}
