/** Settings of an environment, under any name that people give their copies: `.env.local`, `.env (1)`, `prod.env`. */
const environments = /^(?:\.env(?:[\s._~(-].{0,40})?|\.envrc|[\w.-]{1,80}\.env)$/i
/** Private keys, key stores and lists of passwords. */
const keys =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[._-][\w.-]{1,40})?|[\w. -]{1,120}\.(?:ppk|p12|pfx|jks|keystore|keytab|bks|kdbx?|agekey|ovpn|kubeconfig))$/i
/** What programs keep the credentials of their user in. */
const programs =
  /^(?:[._]netrc|\.pgpass|pgpass\.conf|\.my\.cnf|\.npmrc|\.pypirc|\.htpasswd|\.git-credentials|\.dockercfg|\.dockerconfigjson|\.s3cfg|\.boto|\.vault-token|\.terraformrc|\.?rclone\.conf|credentials|credentials\.(?:json|toml|db)|client_secrets?\.json|application_default_credentials\.json|kubeconfig|kubeconfig\.ya?ml|terraform\.tfstate(?:\.backup)?)$/i
const samples = /\.(?:example|sample|template|dist|tpl|pub)$|\.pub\.pem$/i

/** Whether a file's name alone says that it holds credentials: settings of an environment, private keys, key stores. */
export function isCredentialFile(name: string): boolean {
  return (
    name.length <= 200 && (environments.test(name) || keys.test(name) || programs.test(name)) && !samples.test(name)
  )
}
