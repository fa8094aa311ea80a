import { cleanName } from '@aitai/contract/routes/console/account-fields.ts'
import { parseSizeLimit, sizeLimitRange } from '@aitai/contract/routes/console/size-limit.ts'
import type { ConsoleFirm, FirmChange } from '@aitai/contract/schemas/console/institutions.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { useState } from 'react'
import { useChangeFirmMutation } from '../../shared/api/operations-api.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { Toggle } from '../../ui/controls/Toggle.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { NameField } from '../NameField.tsx'
import { useActionResult } from '../use-action-result.ts'

interface Props {
  firm: ConsoleFirm
  onDone: (message: string) => void
  onClose: () => void
}

interface Values {
  readonly largest: string
  readonly live: string
  readonly group: string
  readonly showsTraders: boolean
  readonly omsAnswers: boolean
  readonly requiresPasskeys: boolean
}

const typed = (limit: Yen | null): string => (limit === null ? '' : formatNumber(limit))

/** Changes the limits and settings of an institution. Only what differs is sent. */
export function ChangeFirmPopup({ firm, onDone, onClose }: Props) {
  const text = useText()
  const finish = useActionResult(onDone)
  const [values, setValues] = useState<Values>({
    largest: typed(firm.largestNotional),
    live: typed(firm.largestLiveNotional),
    group: firm.affiliateGroup ?? '',
    showsTraders: firm.showsTraders,
    omsAnswers: firm.omsAnswers,
    requiresPasskeys: firm.requiredFactor === 'passkey',
  })
  const [before] = useState(firm)
  const [change] = useChangeFirmMutation()
  const set = (changed: Partial<Values>): void => setValues((now) => ({ ...now, ...changed }))
  const largest = parseSizeLimit(values.largest)
  const live = parseSizeLimit(values.live)
  const isInverted = largest != null && live != null && live < largest
  const changes = changesIn(before, values, largest, live)
  const missing =
    largest === undefined || live === undefined
      ? text('operations.firms.limit.wrong')
      : isInverted
        ? text('operations.firms.limit.inverted')
        : Object.keys(changes).length === 0
          ? text('operations.users.change.none')
          : null
  const hint = text('operations.firms.limit.hint', {
    lowest: formatNumber(sizeLimitRange.lowest),
    highest: formatNumber(sizeLimitRange.highest),
  })
  const send = async (reason: string): Promise<boolean> => {
    const reply = await change({ firm: before.name, reason, ...changes })
    return finish(reply, text('operations.users.done.changed', { name: before.name }))
  }
  return (
    <ActionPopup
      title={text('operations.users.change.title', { name: before.name })}
      means={[text('operations.firms.change.means')]}
      doLabel={text('operations.users.change.do')}
      missing={missing}
      size="medium"
      send={send}
      onClose={onClose}
    >
      <SizeLimitField
        label={text('operations.firms.largest')}
        value={values.largest}
        error={largest === undefined ? hint : null}
        hint={hint}
        onChange={(typed) => set({ largest: typed })}
      />
      <SizeLimitField
        label={text('operations.firms.live')}
        value={values.live}
        error={live === undefined ? hint : isInverted ? text('operations.firms.limit.inverted') : null}
        hint={hint}
        onChange={(typed) => set({ live: typed })}
      />
      <NameField
        label={text('operations.firms.group')}
        hint={text('operations.firms.group.hint')}
        value={values.group}
        onChange={(group) => set({ group })}
      />
      <Toggle
        label={text('operations.firms.showsTraders')}
        on={values.showsTraders}
        onToggle={(showsTraders) => set({ showsTraders })}
      />
      <Toggle
        label={text('operations.firms.omsAnswers')}
        on={values.omsAnswers}
        onToggle={(omsAnswers) => set({ omsAnswers })}
      />
      <Toggle
        label={text('operations.firms.requiresPasskeys')}
        on={values.requiresPasskeys}
        onToggle={(requiresPasskeys) => set({ requiresPasskeys })}
      />
    </ActionPopup>
  )
}

interface SizeLimitProps {
  label: string
  value: string
  hint: string
  error: string | null
  onChange: (typed: string) => void
}

function SizeLimitField({ onChange, ...field }: SizeLimitProps) {
  return (
    <Field
      {...field}
      unit="¥"
      numeric
      inputMode="numeric"
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function changesIn(
  before: ConsoleFirm,
  { group: typedGroup, showsTraders, omsAnswers, requiresPasskeys }: Values,
  largest: Yen | null | undefined,
  live: Yen | null | undefined,
): Omit<FirmChange, 'firm' | 'reason'> {
  const requiredFactor = requiresPasskeys ? 'passkey' : 'any'
  const group = typedGroup.trim() === '' ? null : cleanName(typedGroup)
  return {
    ...(largest === undefined || largest === before.largestNotional ? {} : { largestNotional: largest }),
    ...(live === undefined || live === before.largestLiveNotional ? {} : { largestLiveNotional: live }),
    ...(group === before.affiliateGroup ? {} : { affiliateGroup: group }),
    ...(showsTraders === before.showsTraders ? {} : { showsTraders }),
    ...(omsAnswers === before.omsAnswers ? {} : { omsAnswers }),
    ...(requiredFactor === before.requiredFactor ? {} : { requiredFactor }),
  }
}
