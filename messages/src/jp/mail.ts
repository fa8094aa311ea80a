import type { mail as en } from '../en/mail.ts'

export const mail: Readonly<Record<keyof typeof en, string>> = {
  'mail.welcome.subject': '【Aitai】アカウント開設のお知らせ',
  'mail.welcome.body': `{lastName} {firstName} 様

このたび、Aitaiのアカウントを開設いたしました。

ログイン画面：{url}
メールアドレス：{email}
仮パスワード：{password}

仮パスワードの有効期間は{hours}時間です。初回ログイン時に、新しいパスワードを設定してください。

お心当たりのない場合は、お手数ですが本メールを削除のうえ、担当のアカウントマネージャーまで
ご連絡ください。

Aitai`,
}
