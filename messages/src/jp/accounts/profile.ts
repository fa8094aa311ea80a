import type { profile as en } from '../../en/accounts/profile.ts'

/** プロフィール：件数、初期設定、セキュリティ。 */
export const profile: Readonly<Record<keyof typeof en, string>> = {
  'profile.title': 'マイプロフィール',
  'profile.tab.ioi-counts': 'IOI件数',
  'profile.tab.preferences': 'IOI既定値',
  'profile.tab.security': 'セキュリティ',
  'profile.toDesk': '取引画面に戻る',
  'profile.counts.lead': 'アカウント開設以降のご自身の件数です。',
  'profile.counts.upload': '送信',
  'profile.counts.cancel': '取消',
  'profile.counts.locate': '照会',
  'profile.counts.accept': '承諾',
  'profile.counts.decline': '辞退',
  'profile.counts.timeout': '無回答',
  'profile.counts.triggerCancel': 'トリガーによる取消',
  'profile.funnel': '日別：送信から合意まで',
  'profile.funnel.lead': '直近{days}日間。IOIは、照会の回数にかかわらず各段階で1件と数えます。',
  'profile.funnel.none': 'この期間に送信したIOIはありません。',
  'profile.password.title': 'パスワードの変更',
  'profile.password.old': '現在のパスワード',
  'profile.password.new': '新しいパスワード',
  'profile.password.again': '新しいパスワード（確認）',
  'profile.password.save': 'パスワードを変更',
  'profile.password.saving': '保存中…',
  'profile.password.done': 'パスワードを変更しました。他の端末からはログアウトされています。',
  'profile.password.mismatch': 'パスワードが一致しません',
  'profile.second.title': '二要素認証（2FA）',
  'profile.second.on': 'ログインのたびに、認証コードを{phone}へSMSで送信します。',
  'profile.second.off': '二要素認証は無効です。電話番号の登録は担当者にご依頼ください。',
  'profile.signIns.title': 'ログイン履歴',
  'profile.signIns.lead':
    '新しい順に表示しています。お心当たりのないログインがあれば、直ちにパスワードを変更し、担当者へご連絡ください。',
  'profile.signIns.at': '日時',
  'profile.signIns.result': '結果',
  'profile.signIns.SIGNED_IN': 'ログイン',
  'profile.signIns.WRONG_PASSWORD': '失敗（パスワード相違）',
  'profile.signIns.WRONG_CODE': '失敗（認証コード相違）',
  'profile.signIns.this': '現在のセッション',
  'profile.signIns.failed': 'ログイン履歴を読み込めませんでした。',
  'profile.others.none':
    '他の端末のセッション、認証コード待ちのログイン、パスワード再設定用リンクはありません。',
  'profile.others.some':
    '他の端末のセッション、認証コード待ちのログイン、パスワード再設定用リンク：{count}件',
  'profile.others.end': '他の端末からログアウト',
  'profile.others.ended':
    '他の端末のセッション、認証コード待ちのログイン、パスワード再設定用リンクをすべて終了しました。',
}
