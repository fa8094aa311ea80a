import { cleanName, longestName } from '@aitai/contract/routes/console/account-fields.ts'
import type { ConsoleBroker, ConsoleFirm } from '@aitai/contract/schemas/console/institutions.ts'
import { useState } from 'react'
import {
  useChangeBrokerMutation,
  useDisableBrokerMutation,
  useEnableBrokerMutation,
} from '../../shared/api/operations-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { DetailsPanel } from '../DetailsPanel.tsx'
import { Assignments } from './Assignments.tsx'
import { ActiveState } from './FirmList.tsx'

interface Props {
  broker: ConsoleBroker
  firms: readonly ConsoleFirm[]
  mayChange: boolean
  /** What was just done, for a few seconds. */
  done: string
  onDone: (message: string) => void
}

export function BrokerDetails({ broker, firms, mayChange, done, onDone }: Props) {
  const text = useText()
  const [asked, setAsked] = useState<'change' | 'active' | null>(null)
  const close = (): void => setAsked(null)
  return (
    <DetailsPanel label={text('operations.institutions.details')} title={broker.name} done={done}>
      <dl>
        <div>
          <dt>{text('operations.users.state')}</dt>
          <dd>
            <ActiveState isActive={broker.active} />
          </dd>
        </div>
        <div>
          <dt>{text('operations.brokers.shortName')}</dt>
          <dd>{broker.shortName}</dd>
        </div>
        <div>
          <dt>{text('operations.brokers.contact')}</dt>
          <dd>{broker.contact}</dd>
        </div>
        <div>
          <dt>{text('operations.brokers.swap.long')}</dt>
          <dd>{text(broker.swapEnabled ? 'operations.brokers.swap.yes' : 'operations.brokers.swap.no')}</dd>
        </div>
        <div>
          <dt>{text('operations.firms.requiresPasskeys')}</dt>
          <dd>
            {text(broker.requiredFactor === 'passkey' ? 'operations.users.on' : 'operations.users.off')}
          </dd>
        </div>
        <div>
          <dt>{text('operations.firms.users')}</dt>
          <dd>{formatNumber(broker.users)}</dd>
        </div>
      </dl>
      {mayChange && (
        <div className="console-actions">
          <Button onClick={() => setAsked('change')}>{text('operations.brokers.change')}</Button>
          <Button kind={broker.active ? 'danger' : 'normal'} onClick={() => setAsked('active')}>
            {text(broker.active ? 'operations.users.disable' : 'operations.users.enable')}
          </Button>
        </div>
      )}
      <Assignments
        title={text('operations.brokers.firms')}
        empty={text('operations.firms.none')}
        rows={firms.map(({ name }) => ({
          firm: name,
          shortName: broker.shortName,
          label: name,
          isAssigned: broker.firms.includes(name),
        }))}
        mayChange={mayChange}
        onDone={onDone}
      />
      {asked === 'change' && <ChangePopup broker={broker} onDone={onDone} onClose={close} />}
      {asked === 'active' && <ActivePopup broker={broker} onDone={onDone} onClose={close} />}
    </DetailsPanel>
  )
}

interface PopupProps {
  broker: ConsoleBroker
  onDone: (message: string) => void
  onClose: () => void
}

function ChangePopup({ broker, onDone, onClose }: PopupProps) {
  const text = useText()
  const [before] = useState(broker)
  const [name, setName] = useState(broker.name)
  const [contact, setContact] = useState(broker.contact)
  const [change, { isLoading }] = useChangeBrokerMutation()
  const changes = {
    ...(cleanName(name) === before.name ? {} : { name }),
    ...(cleanName(contact) === before.contact ? {} : { contact }),
  }
  const missing =
    cleanName(name) === null || cleanName(contact) === null
      ? text('operations.brokers.change.needs')
      : Object.keys(changes).length === 0
        ? text('operations.users.change.none')
        : null
  const send = async (reason: string): Promise<boolean> => {
    const { data } = await change({ shortName: before.shortName, reason, ...changes })
    if (!data) return false
    onDone(data.changed ? text('operations.users.done.changed', { name }) : text('operations.done.unchanged'))
    return true
  }
  return (
    <ActionPopup
      title={text('operations.users.change.ask', { name: before.name })}
      means={[text('operations.brokers.change.means')]}
      doLabel={text('operations.users.change.do')}
      missing={missing}
      busy={isLoading}
      send={send}
      onClose={onClose}
    >
      <Field
        label={text('operations.brokers.name')}
        value={name}
        maxLength={longestName}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <Field
        label={text('operations.brokers.contact')}
        value={contact}
        maxLength={longestName}
        autoComplete="off"
        onChange={({ target }) => setContact(target.value)}
      />
    </ActionPopup>
  )
}

/** Disables a broker, or enables it again. */
function ActivePopup({ broker: { name, shortName, active }, onDone, onClose }: PopupProps) {
  const text = useText()
  const [disable, disabling] = useDisableBrokerMutation()
  const [enable, enabling] = useEnableBrokerMutation()
  // As it was asked: somebody else may do the same meanwhile.
  const [disables] = useState(active)
  const key = disables ? 'disable' : 'enable'
  const send = async (reason: string): Promise<boolean> => {
    const { data } = await (disables ? disable : enable)({ shortName, reason })
    if (!data) return false
    const said = text(disables ? 'operations.users.done.disabled' : 'operations.users.done.enabled', { name })
    onDone(data.changed ? said : text('operations.done.unchanged'))
    return true
  }
  return (
    <ActionPopup
      title={text(`operations.users.${key}.ask`, { name })}
      means={[text(`operations.brokers.${key}.means`)]}
      doLabel={text(`operations.brokers.${key}.do`)}
      isDangerous={disables}
      busy={disabling.isLoading || enabling.isLoading}
      send={send}
      onClose={onClose}
    />
  )
}
