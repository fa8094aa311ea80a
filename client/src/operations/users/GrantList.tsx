import { type StaffGrant, staffGrants } from '@aitai/contract/codes.ts'
import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import type { ConsoleUser } from '@aitai/contract/schemas/console/users.ts'
import { useState } from 'react'
import { useAddGrantMutation, useRevokeGrantMutation } from '../../shared/api/operations-api.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { FactList } from '../FactList.tsx'
import { useActionResult } from '../use-action-result.ts'

interface Props {
  user: ConsoleUser
  mayChange: boolean
  onDone: (message: string) => void
}

/** What a user of staff may do, each grant on its own; an administrator gives and takes them away. */
export function GrantList({ user, mayChange, onDone }: Props) {
  const text = useText()
  const [selected, setSelected] = useState<StaffGrant | null>(null)
  return (
    <>
      <h3>{text('operations.users.grants')}</h3>
      <FactList
        className="console-choices"
        facts={staffGrants.map((grant) => {
          const key = user.grants.includes(grant) ? 'revoke' : 'grant'
          const label = text(`operations.grant.${grant}`)
          return [
            label,
            <>
              <span>{text(`operations.users.grant.${key === 'revoke' ? 'has' : 'hasNot'}`)}</span>
              {mayChange && (
                <Button
                  kind="quiet"
                  aria-label={text(`operations.users.${key}.named`, { grant: label })}
                  onClick={() => setSelected(grant)}
                >
                  {text(`operations.users.${key}`)}
                </Button>
              )}
            </>,
          ]
        })}
      />
      {selected && (
        <GrantPopup user={user} grant={selected} onDone={onDone} onClose={() => setSelected(null)} />
      )}
    </>
  )
}

interface PopupProps {
  user: ConsoleUser
  grant: StaffGrant
  onDone: (message: string) => void
  onClose: () => void
}

function GrantPopup({ user, grant, onDone, onClose }: PopupProps) {
  const text = useText()
  const finish = useActionResult(onDone)
  const name = writtenName(user)
  const [add] = useAddGrantMutation()
  const [revoke] = useRevokeGrantMutation()
  const { confirmed, popup } = useConfirmation()
  // As when the popup was opened: the list may change meanwhile, and with it the meaning of the button.
  const [isRevoked] = useState(user.grants.includes(grant))
  const label = text(`operations.grant.${grant}`)
  const send = async (reason: string): Promise<boolean> => {
    const request = { userId: user.userId, grant, reason }
    const reply = await confirmed(() => (isRevoked ? revoke : add)(request))
    const message = text(isRevoked ? 'operations.users.done.revoked' : 'operations.users.done.granted', {
      name,
      grant: label,
    })
    return finish(reply, message)
  }
  return (
    <>
      <ActionPopup
        title={text(isRevoked ? 'operations.users.revoke.title' : 'operations.users.grant.title', {
          name,
          grant: label,
        })}
        means={[
          text(`operations.users.grant.means.${grant}`),
          text(isRevoked ? 'operations.users.revoke.means' : 'operations.users.grant.means'),
        ]}
        doLabel={text(isRevoked ? 'operations.users.revoke.do' : 'operations.users.grant.do')}
        isDangerous={isRevoked}
        send={send}
        onClose={onClose}
      />
      {popup}
    </>
  )
}
