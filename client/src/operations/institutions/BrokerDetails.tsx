import { cleanName } from '@aitai/contract/routes/console/account-fields.ts'
import type { ConsoleBroker, ConsoleFirm } from '@aitai/contract/schemas/console/institutions.ts'
import { useState } from 'react'
import {
  useChangeBrokerMutation,
  useDisableBrokerMutation,
  useEnableBrokerMutation,
} from '../../shared/api/operations-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { brokerNameIn } from '../../ui/format/broker-name.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { DetailsPanel } from '../DetailsPanel.tsx'
import { FactList } from '../FactList.tsx'
import { NameField } from '../NameField.tsx'
import { useActionResult } from '../use-action-result.ts'
import { ActiveButton, ActiveState } from './ActiveState.tsx'
import { Assignments } from './Assignments.tsx'

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
  const shownName = brokerNameIn(useLanguage(), broker.name)
  const [isChanging, setIsChanging] = useState(false)
  const [disable] = useDisableBrokerMutation()
  const [enable] = useEnableBrokerMutation()
  return (
    <DetailsPanel label={text('operations.institutions.details')} title={shownName} done={done}>
      <FactList
        facts={[
          [text('operations.users.state'), <ActiveState key="state" isActive={broker.active} />],
          shownName !== broker.name && [text('operations.brokers.registeredName'), broker.name],
          [text('operations.brokers.shortName'), broker.shortName],
          [text('operations.brokers.contact'), broker.contact],
          [
            text('operations.brokers.swap.long'),
            text(broker.swapEnabled ? 'operations.brokers.swap.yes' : 'operations.brokers.swap.no'),
          ],
          [
            text('operations.firms.requiresPasskeys'),
            text(broker.requiredFactor === 'passkey' ? 'operations.users.on' : 'operations.users.off'),
          ],
          [text('operations.firms.users'), formatNumber(broker.users)],
        ]}
      />
      {mayChange && (
        <div className="console-actions">
          <Button onClick={() => setIsChanging(true)}>{text('operations.brokers.change')}</Button>
          <ActiveButton
            of="brokers"
            name={shownName}
            isActive={broker.active}
            send={(disables, reason) =>
              (disables ? disable : enable)({ shortName: broker.shortName, reason })
            }
            onDone={onDone}
          />
        </div>
      )}
      <Assignments
        title={text('operations.brokers.firms')}
        empty={text('operations.firms.empty')}
        rows={firms.map(({ name }) => ({
          firm: name,
          shortName: broker.shortName,
          label: name,
          isAssigned: broker.firms.includes(name),
        }))}
        mayChange={mayChange}
        onDone={onDone}
      />
      {isChanging && <ChangePopup broker={broker} onDone={onDone} onClose={() => setIsChanging(false)} />}
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
  const language = useLanguage()
  const finish = useActionResult(onDone)
  const [before] = useState(broker)
  const [name, setName] = useState(broker.name)
  const [contact, setContact] = useState(broker.contact)
  const [change] = useChangeBrokerMutation()
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
    const reply = await change({ shortName: before.shortName, reason, ...changes })
    return finish(reply, text('operations.users.done.changed', { name: brokerNameIn(language, name) }))
  }
  return (
    <ActionPopup
      title={text('operations.users.change.title', { name: brokerNameIn(language, before.name) })}
      means={[text('operations.brokers.change.means')]}
      doLabel={text('operations.users.change.do')}
      missing={missing}
      send={send}
      onClose={onClose}
    >
      <NameField label={text('operations.brokers.registeredName')} value={name} onChange={setName} />
      <NameField label={text('operations.brokers.contact')} value={contact} onChange={setContact} />
    </ActionPopup>
  )
}
