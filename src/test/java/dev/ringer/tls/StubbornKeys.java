package dev.ringer.tls;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/** Presents its certificate even if the server's list of authorities does not contain the issuer. */
class StubbornKeys extends X509ExtendedKeyManager {
    private final X509ExtendedKeyManager keys;

    StubbornKeys(Path chain, Path key) throws IOException {
        keys = PemContext.builder(chain, key).keyManager();
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
        return keys.chooseClientAlias(types, null, socket);
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
        return keys.chooseEngineClientAlias(types, null, engine);
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
        return keys.getClientAliases(type, null);
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
        return keys.getServerAliases(type, issuers);
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
        return keys.chooseServerAlias(type, issuers, socket);
    }

    @Override
    public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
        return keys.chooseEngineServerAlias(type, issuers, engine);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return keys.getCertificateChain(alias);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return keys.getPrivateKey(alias);
    }
}
