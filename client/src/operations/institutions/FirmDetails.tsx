import type { ConsoleBroker, ConsoleFirm } from '@aitai/contract/schemas/console/institutions.ts'
import { useState } from 'react'
import { useDisableFirmMutation, useEnableFirmMutation } from '../../shared/api/operations-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatNumber } from '../../ui/format/format.ts'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { DetailsPanel } from '../DetailsPanel.tsx'
import { Assignments } from './Assignments.tsx'
import { ChangeFirmPopup } from './ChangeFirmPopup.tsx'
import { ActiveState } from './FirmList.tsx'
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
  const limit = useLimitText()
  const [asked, setAsked] = useState<'change' | 'rename' | 'active' | null>(null)
  const close = (): void => setAsked(null)
  return (
    <DetailsPanel label={text('operations.institutions.details')} title={firm.name} done={done}>
      <dl>
        <div>
          <dt>{text('operations.users.state')}</dt>
          <dd>
            <ActiveState isActive={firm.active} />
          </dd>
        </div>
        <div>
          <dt>{text('operations.firms.group')}</dt>
          <dd>{firm.affiliateGroup ?? text('operations.none')}</dd>
        </div>
        <div>
          <dt>{text('operations.firms.largest')}</dt>
          <dd>{limit(firm.largestNotional)}</dd>
        </div>
        <div>
          <dt>{text('operations.firms.live')}</dt>
          <dd>{limit(firm.largestLiveNotional)}</dd>
        </div>
        <div>
          <dt>{text('operations.firms.showsTraders')}</dt>
          <dd>{text(firm.showsTraders ? 'operations.users.on' : 'operations.users.off')}</dd>
        </div>
        <div>
          <dt>{text('operations.firms.omsAnswers')}</dt>
          <dd>{text(firm.omsAnswers ? 'operations.users.on' : 'operations.users.off')}</dd>
        </div>
        <div>
          <dt>{text('operations.firms.requiresPasskeys')}</dt>
          <dd>{text(firm.requiredFactor === 'passkey' ? 'operations.users.on' : 'operations.users.off')}</dd>
        </div>
        <div>
          <dt>{text('operations.firms.users')}</dt>
          <dd>{formatNumber(firm.users)}</dd>
        </div>
      </dl>
      {mayChange && (
        <div className="console-actions">
          <Button onClick={() => setAsked('change')}>{text('operations.firms.change')}</Button>
          <Button onClick={() => setAsked('rename')}>{text('operations.firms.rename')}</Button>
          <Button kind={firm.active ? 'danger' : 'normal'} onClick={() => setAsked('active')}>
            {text(firm.active ? 'operations.users.disable' : 'operations.users.enable')}
          </Button>
        </div>
      )}
      <Assignments
        title={text('operations.firms.brokers')}
        empty={text('operations.brokers.none')}
        rows={brokers.map(({ name, shortName }) => ({
          firm: firm.name,
          shortName,
          label: name,
          isAssigned: firm.brokers.includes(shortName),
        }))}
        mayChange={mayChange}
        onDone={onDone}
      />
      {asked === 'change' && <ChangeFirmPopup firm={firm} onDone={onDone} onClose={close} />}
      {asked === 'rename' && (
        <RenameFirmPopup firm={firm} onDone={onDone} onRenamed={onRenamed} onClose={close} />
      )}
      {asked === 'active' && <ActivePopup firm={firm} onDone={onDone} onClose={close} />}
    </DetailsPanel>
  )
}

interface PopupProps {
  firm: ConsoleFirm
  onDone: (message: string) => void
  onClose: () => void
}

/** Disables an institution, or enables it again. */
function ActivePopup({ firm: { name, active }, onDone, onClose }: PopupProps) {
  const text = useText()
  const [disable, disabling] = useDisableFirmMutation()
  const [enable, enabling] = useEnableFirmMutation()
  // As it was asked: somebody else may do the same meanwhile.
  const [disables] = useState(active)
  const key = disables ? 'disable' : 'enable'
  const send = async (reason: string): Promise<boolean> => {
    const { data } = await (disables ? disable : enable)({ firm: name, reason })
    if (!data) return false
    const said = text(disables ? 'operations.users.done.disabled' : 'operations.users.done.enabled', { name })
    onDone(data.changed ? said : text('operations.done.unchanged'))
    return true
  }
  return (
    <ActionPopup
      title={text(`operations.users.${key}.ask`, { name })}
      means={[text(`operations.firms.${key}.means`)]}
      doLabel={text(`operations.firms.${key}.do`)}
      isDangerous={disables}
      busy={disabling.isLoading || enabling.isLoading}
      send={send}
      onClose={onClose}
    />
  )
}
