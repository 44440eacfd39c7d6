const names =
  /^(?:\.env(?:\.[\w.-]{1,40})?|[\w.-]{1,80}\.env|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.npmrc|\.pypirc|\.htpasswd|\.git-credentials|\.dockercfg|credentials\.json|client_secrets?\.json|[\w.-]{1,120}\.(?:ppk|p12|pfx|jks|keystore|kdbx))$/i
const samples = /\.(?:example|sample|template|dist|tpl|pub)$|\.pub\.pem$/i

/** Whether a file's name alone says that it holds credentials: settings of an environment, private keys, key stores. */
export function isCredentialFile(name: string): boolean {
  return name.length <= 200 && names.test(name) && !samples.test(name)
}
