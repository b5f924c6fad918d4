package dev.ringer.dropin;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.io.File;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;

/** Downloads published artifacts as Maven does, with the user's settings and local repository. */
final class Artifacts {
    private static final Context MAVEN = Runtimes.INSTANCE
            .getRuntime()
            .create(ContextOverrides.create().withUserSettings(true).build());

    private Artifacts() {}

    /** {@return the files of {@code group:artifact[:type:classifier]:version} and of all dependencies at run time} */
    static List<File> withDependencies(List<String> coordinates) {
        var roots = coordinates.stream()
                .map(DefaultArtifact::new)
                .map(artifact -> new Dependency(artifact, JavaScopes.COMPILE))
                .toList();
        if (roots.isEmpty()) {
            return List.of();
        }
        var graph = new CollectRequest(roots, List.of(), MAVEN.remoteRepositories());
        var request = new DependencyRequest(graph, DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME));
        return resolve(request).map(result -> result.getArtifact().getFile()).toList();
    }

    /** {@return the file of the given artifact, without dependencies} */
    static File file(String coordinates) {
        var request = new ArtifactRequest(new DefaultArtifact(coordinates), MAVEN.remoteRepositories(), null);
        try {
            var result = MAVEN.repositorySystem().resolveArtifact(MAVEN.repositorySystemSession(), request);
            return result.getArtifact().getFile();
        } catch (ArtifactResolutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Stream<ArtifactResult> resolve(DependencyRequest request) {
        try {
            var result = MAVEN.repositorySystem().resolveDependencies(MAVEN.repositorySystemSession(), request);
            return result.getArtifactResults().stream();
        } catch (DependencyResolutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
