import type { ConsoleBroker, ConsoleFirm } from '@aitai/contract/schemas/console/institutions.ts'
import { useState } from 'react'
import { useDisableFirmMutation, useEnableFirmMutation } from '../../shared/api/operations-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { brokerNameIn } from '../../ui/format/broker-name.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { DetailsPanel } from '../DetailsPanel.tsx'
import { FactList } from '../FactList.tsx'
import { ActiveButton, ActiveState } from './ActiveState.tsx'
import { Assignments } from './Assignments.tsx'
import { ChangeFirmPopup } from './ChangeFirmPopup.tsx'
import { RenameFirmPopup } from './RenameFirmPopup.tsx'
import { useLimitText } from './use-limit-text.ts'

interface Props {
  firm: ConsoleFirm
  brokers: readonly ConsoleBroker[]
  mayChange: boolean
  /** What was just done, for a few seconds. */
  done: string
  onDone: (message: string) => void
  /** Called with the new name. */
  onRenamed: (name: string) => void
}

export function FirmDetails({ firm, brokers, mayChange, done, onDone, onRenamed }: Props) {
  const text = useText()
  const language = useLanguage()
  const limit = useLimitText()
  const [openPopup, setOpenPopup] = useState<'change' | 'rename' | null>(null)
  const close = (): void => setOpenPopup(null)
  const onOrOff = (isOn: boolean): string => text(isOn ? 'operations.users.on' : 'operations.users.off')
  const [disable] = useDisableFirmMutation()
  const [enable] = useEnableFirmMutation()
  return (
    <DetailsPanel label={text('operations.institutions.details')} title={firm.name} done={done}>
      <FactList
        facts={[
          [text('operations.users.state'), <ActiveState key="state" isActive={firm.active} />],
          [text('operations.firms.group'), firm.affiliateGroup ?? text('operations.none')],
          [text('operations.firms.largest'), limit(firm.largestNotional)],
          [text('operations.firms.live'), limit(firm.largestLiveNotional)],
          [text('operations.firms.showsTraders'), onOrOff(firm.showsTraders)],
          [text('operations.firms.omsAnswers'), onOrOff(firm.omsAnswers)],
          [text('operations.firms.requiresPasskeys'), onOrOff(firm.requiredFactor === 'passkey')],
          [text('operations.firms.users'), formatNumber(firm.users)],
        ]}
      />
      {mayChange && (
        <div className="console-actions">
          <Button onClick={() => setOpenPopup('change')}>{text('operations.firms.change')}</Button>
          <Button onClick={() => setOpenPopup('rename')}>{text('operations.firms.rename')}</Button>
          <ActiveButton
            of="firms"
            name={firm.name}
            isActive={firm.active}
            send={(disables, reason) => (disables ? disable : enable)({ firm: firm.name, reason })}
            onDone={onDone}
          />
        </div>
      )}
      <Assignments
        title={text('operations.firms.brokers')}
        empty={text('operations.brokers.none')}
        rows={brokers.map(({ name, shortName }) => ({
          firm: firm.name,
          shortName,
          label: brokerNameIn(language, name),
          isAssigned: firm.brokers.includes(shortName),
        }))}
        mayChange={mayChange}
        onDone={onDone}
      />
      {openPopup === 'change' && <ChangeFirmPopup firm={firm} onDone={onDone} onClose={close} />}
      {openPopup === 'rename' && (
        <RenameFirmPopup firm={firm} onDone={onDone} onRenamed={onRenamed} onClose={close} />
      )}
    </DetailsPanel>
  )
}
