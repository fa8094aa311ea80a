import type { Role } from '@aitai/contract/codes.ts'
import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import type { OperationsUsers } from '@aitai/contract/schemas/console/users.ts'
import { useState } from 'react'
import { useAddUserMutation } from '../../shared/api/operations-api.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { type StaticTextKey, useText } from '../../ui/text/use-text.ts'
import { ActionPopup } from '../ActionPopup.tsx'
import { useApprovalNeededText } from '../use-action-result.ts'
import { areComplete, UserFields, type UserValues } from './UserFields.tsx'

interface Props {
  data: OperationsUsers
  /** The roles that the signed-in user manages. */
  roles: readonly Role[]
  /** Called with the new user; null if a second person has to approve it first. */
  onDone: (userId: string | null, message: string) => void
  onClose: () => void
}

const nobody: UserValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  twoFactor: false,
  language: 'en',
}

/** The texts about what a user of a role belongs to; null for staff, who belong to nothing. */
const organizationTexts = {
  TRADER: {
    label: 'operations.halt.firm',
    choose: 'operations.halt.firm.choose',
    missing: 'operations.users.add.needsFirm',
  },
  BROKER: {
    label: 'operations.users.role.BROKER',
    choose: 'operations.users.broker.choose',
    missing: 'operations.users.add.needsBroker',
  },
  STAFF: null,
} as const satisfies Record<Role, Readonly<Record<string, StaticTextKey>> | null>

/** Invites a user: the temporary password goes to the user by mail, and nobody else sees it. */
export function NewUserPopup({ data: { firms, brokers }, roles, onDone, onClose }: Props) {
  const text = useText()
  const [role, setRole] = useState<Role>(roles[0] ?? 'TRADER')
  const [organization, setOrganization] = useState('')
  const [values, setValues] = useState(nobody)
  const [add] = useAddUserMutation()
  const { confirmed, popup } = useConfirmation()
  const approvalNeededText = useApprovalNeededText()
  const texts = organizationTexts[role]
  const organizations = { TRADER: firms, BROKER: brokers, STAFF: [] }[role]
  const missing =
    texts && organization === ''
      ? text(texts.missing)
      : !areComplete(values)
        ? text('operations.users.add.incomplete')
        : values.twoFactor && values.phone.trim() === ''
          ? text('operations.users.twoFactor.needsPhone')
          : null
  const send = async (reason: string): Promise<boolean> => {
    const { phone, ...rest } = values
    const request = {
      ...rest,
      role,
      ...(role === 'TRADER' ? { firm: organization } : role === 'BROKER' ? { broker: organization } : {}),
      ...(phone.trim() === '' ? {} : { phone }),
      reason,
    }
    const { data: added, error } = await confirmed(() => add(request))
    const approvalNeeded = approvalNeededText(error)
    if (added) onDone(added.userId, text('operations.users.done.added', { name: writtenName(values) }))
    else if (approvalNeeded !== null) onDone(null, approvalNeeded)
    return added !== undefined || approvalNeeded !== null
  }
  return (
    <>
      <ActionPopup
        title={text('operations.users.add')}
        means={[
          text('operations.users.add.means'),
          ...(role === 'STAFF' ? [] : [text('operations.users.add.secondPerson')]),
        ]}
        doLabel={text('operations.users.add.do')}
        missing={missing}
        size="medium"
        send={send}
        onClose={onClose}
      >
        {roles.length > 1 && (
          <SegmentedControl
            label={text('operations.users.role')}
            value={role}
            options={roles.map((value) => ({ value, label: text(`operations.users.role.${value}`) }))}
            onChoose={(chosen) => {
              setRole(chosen)
              setOrganization('')
            }}
          />
        )}
        {texts && (
          <Select
            label={text(texts.label)}
            value={organization}
            options={[
              { value: '', label: text(texts.choose) },
              ...organizations.map((value) => ({ value, label: value })),
            ]}
            onChange={setOrganization}
          />
        )}
        <UserFields
          values={values}
          phoneHint={text('operations.users.phone.hint')}
          onChange={(changed) => setValues((now) => ({ ...now, ...changed }))}
        />
      </ActionPopup>
      {popup}
    </>
  )
}
