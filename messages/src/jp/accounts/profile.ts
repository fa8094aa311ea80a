import type { profile as en } from '../../en/accounts/profile.ts'

/** プロフィール：件数、初期設定、セキュリティ。 */
export const profile: Readonly<Record<keyof typeof en, string>> = {
  'profile.title': 'マイプロフィール',
  'profile.tab.ioi-counts': 'IOI件数',
  'profile.tab.preferences': '初期設定',
  'profile.tab.security': 'セキュリティ',
  'profile.toDesk': '取引画面へ戻る',
  'profile.counts.lead': '口座開設以降のご自身の件数です。',
  'profile.counts.upload': '登録',
  'profile.counts.cancel': '取消',
  'profile.counts.locate': '相手方発見',
  'profile.counts.accept': '承諾',
  'profile.counts.decline': '辞退',
  'profile.counts.timeout': '時間切れ',
  'profile.counts.triggerCancel': 'トリガー取消',
  'profile.password.title': 'パスワードの変更',
  'profile.password.old': '現在のパスワード',
  'profile.password.new': '新しいパスワード',
  'profile.password.again': '新しいパスワード（確認）',
  'profile.password.save': 'パスワードを変更',
  'profile.password.saving': '保存中…',
  'profile.password.done': 'パスワードを変更しました。ほかの端末等でのログインはすべて終了しました。',
  'profile.password.mismatch': 'パスワードが一致しません',
  'profile.second.title': '二要素認証（2FA）',
  'profile.second.on': 'ログインのたびに、認証コードを{phone}へSMSで送信します。',
  'profile.second.off':
    'ログイン時に認証コードを使用していません。電話番号の登録はアカウントマネージャーにご依頼ください。',
  'profile.signIns.title': 'ログイン履歴',
  'profile.signIns.lead':
    '新しい順に表示しています。お心当たりのないものがあれば、直ちにパスワードを変更し、アカウントマネージャーへご連絡ください。',
  'profile.signIns.at': '日時',
  'profile.signIns.result': '結果',
  'profile.signIns.SIGNED_IN': 'ログイン',
  'profile.signIns.WRONG_PASSWORD': '失敗（パスワード相違）',
  'profile.signIns.WRONG_CODE': '失敗（認証コード相違）',
  'profile.signIns.this': '現在のセッション',
  'profile.signIns.failed': 'ログイン履歴を読み込めませんでした。',
  'profile.others.none':
    '現在のセッション以外に、有効なセッション、認証コード待ちのログイン、パスワード再設定用リンクはありません。',
  'profile.others.some':
    '現在のセッション以外に有効なもの：{count}件（セッション、認証コード待ちのログイン、パスワード再設定用リンク）。',
  'profile.others.end': 'すべて終了する',
  'profile.others.ended': '現在のセッション以外をすべて終了しました。',
}
