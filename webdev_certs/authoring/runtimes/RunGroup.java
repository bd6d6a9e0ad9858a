import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.ToolProvider;

/**
 * Compile and run several programs in one JVM, whose start takes longer than they do. Takes a folder that holds
 * {@code <name>/Main.java}; writes {@code <name>/stdout} for each program that ended well, and {@code <name>/failure}
 * for the others.
 */
class RunGroup {
    public static void main(String[] folders) throws IOException {
        var out = System.out;
        try (var programs = Files.list(Path.of(folders[0]))) {
            for (var folder : programs.sorted().toList()) {
                var printed = new ByteArrayOutputStream();
                System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
                var failure = failureOf(folder);
                System.out.flush();
                System.setOut(out);
                if (failure == null) {
                    Files.write(folder.resolve("stdout"), printed.toByteArray());
                } else {
                    Files.writeString(folder.resolve("failure"), failure);
                }
            }
        }
        // Threads that a program has left behind must not keep the JVM alive.
        System.exit(0);
    }

    private static String failureOf(Path folder) {
        try {
            var compiler = ToolProvider.getSystemJavaCompiler();
            var errors = new StringWriter();
            try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
                var sources = files.getJavaFileObjects(folder.resolve("Main.java"));
                var options = List.of("-proc:none", "-nowarn", "-d", folder.toString());
                if (!compiler.getTask(errors, files, null, options, null, sources).call()) {
                    return errors.toString();
                }
            }
            try (var loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
                run(loader.loadClass("Main"));
            }
            return null;
        } catch (InvocationTargetException thrown) {
            return String.valueOf(thrown.getCause());
        } catch (Exception | LinkageError error) {
            return String.valueOf(error);
        }
    }

    private static void run(Class<?> type) throws ReflectiveOperationException {
        var main = Arrays.stream(type.getDeclaredMethods())
            .filter(each -> each.getName().equals("main")).findFirst().orElseThrow();
        main.setAccessible(true);
        Object object = null;
        if (!Modifier.isStatic(main.getModifiers())) {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            object = constructor.newInstance();
        }
        main.invoke(object, main.getParameterCount() == 0 ? new Object[0] : new Object[] {new String[0]});
    }
}
