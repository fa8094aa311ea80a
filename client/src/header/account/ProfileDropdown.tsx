import { writtenName } from '@aitai/contract/routes/console/account-fields.ts'
import type { UserInfo } from '@aitai/contract/schemas/session.ts'
import { ChevronDownIcon, UserIcon } from '@salt-ds/icons'
import { Link } from 'react-router'
import { useUser } from '../../shared/store/current-user.ts'
import {
  modes,
  type Palette,
  palettes,
  rowHeights,
  type Settings,
  settingChosen,
} from '../../shared/store/settings.ts'
import { useAppDispatch, useAppSelector } from '../../shared/store/store.ts'
import { Dropdown } from '../../ui/controls/Dropdown.tsx'
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx'
import { brokerNameIn } from '../../ui/format/broker-name.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import { AlertSettings } from './AlertSettings.tsx'
import { ContactButton } from './Contact.tsx'
import { LogOffButton } from './LogOff.tsx'

/** The user, display settings, contact, and log-off. On a narrow window it shows no name. */
export function ProfileDropdown({ isSmall = false }: { isSmall?: boolean }) {
  const text = useText()
  const user = useUser()
  const language = useLanguage()
  if (!user) return null
  const firm = brokerNameIn(language, user.organization_name)
  const name = writtenName(user)
  return (
    <Dropdown
      label={text('header.profile')}
      name={`${name} ${firm} ${text('header.profile')}`}
      trigger={
        isSmall ? (
          <UserIcon aria-hidden />
        ) : (
          <>
            <span className="profile-name">{name}</span> <span className="profile-firm">{firm}</span>
            <ChevronDownIcon aria-hidden />
          </>
        )
      }
    >
      {(close) => (
        <div className="profile-panel">
          <SignedInUser user={user} name={name} firm={firm} />
          <div className="profile-ways">
            <Link to="/profile" onClick={close}>
              {text('profile.title')}
            </Link>
            {user.role === 'TRADER' && (
              <Link to="/cost-analysis" onClick={close}>
                {text('costs.title')}
              </Link>
            )}
            {user.role !== 'STAFF' && <ContactButton onRequest={close} />}
          </div>
          <ScreenSettings />
          {user.role === 'TRADER' && <AlertSettings />}
          <LogOffButton />
        </div>
      )}
    </Dropdown>
  )
}

function SignedInUser({ user, name, firm }: { user: UserInfo; name: string; firm: string }) {
  const text = useText()
  return (
    <div className="profile-who">
      <strong>{name}</strong>
      <span>
        {firm} · {text(`header.role.${user.role}`)}
      </span>
      <span>{user.email}</span>
    </div>
  )
}

function ScreenSettings() {
  const text = useText()
  const dispatch = useAppDispatch()
  const settings = useAppSelector((state) => state.settings)
  const choose = (chosen: Partial<Settings>): void => void dispatch(settingChosen(chosen))
  return (
    <>
      <SegmentedControl
        label={text('header.language')}
        value={settings.language}
        options={[
          { value: 'En', label: text('name.English') },
          { value: 'Jp', label: text('name.Japanese') },
        ]}
        onChoose={(language) => choose({ language })}
      />
      <SegmentedControl
        label={text('header.appearance')}
        value={settings.mode}
        options={modes.map((mode) => ({ value: mode, label: text(`header.mode.${mode}`) }))}
        onChoose={(mode) => choose({ mode })}
      />
      <SegmentedControl
        label={text('header.palette')}
        value={settings.palette}
        options={palettes.map((palette) => ({ value: palette, label: <PaletteSample palette={palette} /> }))}
        onChoose={(palette) => choose({ palette })}
      />
      <SegmentedControl
        label={text('header.rows')}
        value={settings.rows}
        options={rowHeights.map((rows) => ({ value: rows, label: text(`header.rows.${rows}`) }))}
        onChoose={(rows) => choose({ rows })}
      />
    </>
  )
}

/** A palette by its colours, with a name for users who cannot distinguish them. */
function PaletteSample({ palette }: { palette: Palette }) {
  const text = useText()
  return (
    <span className="palette-sample" data-palette={palette}>
      <span aria-hidden className="palette-buy">
        ▲
      </span>
      <span aria-hidden className="palette-sell">
        ▼
      </span>
      {text(`header.palette.${palette}`)}
    </span>
  )
}
